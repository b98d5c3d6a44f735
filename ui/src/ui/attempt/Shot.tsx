import { filled } from "@/api/client";
import { formatDateTime } from "@/lib/format";
import { t } from "@/lib/timeline-texts";
import { OpenPicture } from "./OpenPicture";

interface Props {
  attemptId: string;
  shotId: string;
  takenAt: string;
  takenBy?: string | null;
}

/** A stored screenshot. */
export function Shot({ attemptId, shotId, takenAt, takenBy }: Props) {
  const when = formatDateTime(takenAt);
  return (
    <OpenPicture
      path={filled("/attempts/{id}/screenshots/{shot}", { id: attemptId, shot: shotId })}
      label={t("screenshotLarge", { when })}
      notLoaded={t("pictureNotLoaded")}
      title={t("screenshotOf", { when })}
      description={takenBy ? t("takenBy", { name: takenBy }) : undefined}
      alt={t("candidateAt", { when })}
    />
  );
}
