import { type ReactNode, useMemo } from "react";
import { picturesFrom } from "@/features/staff-shared/pictures";
import { PictureContext } from "@/ui/rich-text/pictures";

interface Props {
  /** Id of the assigned answer. */
  marking: string;
  children: ReactNode;
}

/** Reviewers get the pictures of what is assigned to them, no others. */
export function MarkingPictures({ marking, children }: Props) {
  const load = useMemo(
    () => picturesFrom(`/reviewing/answers/${encodeURIComponent(marking)}/pictures`),
    [marking],
  );
  return <PictureContext value={load}>{children}</PictureContext>;
}
