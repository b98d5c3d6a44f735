import { Play } from "lucide-react";
import { useState } from "react";
import { filled } from "@/api/client";
import { formatDateTime } from "@/lib/format";
import { usePicture } from "@/lib/picture";
import { Button } from "../Button";
import { t } from "./clip-texts";

interface Props {
  attemptId: string;
  clipId: string;
  at: string;
}

/** Player of a stored clip, which is loaded when it is asked for. */
export function Clip(props: Props) {
  const [open, setOpen] = useState(false);
  if (open) return <Player {...props} />;
  return (
    <Button variant="secondary" size="sm" icon={Play} onClick={() => setOpen(true)}>
      {t("play")}
    </Button>
  );
}

/** The whole file is loaded first, so that any moment of it can be chosen. */
function Player({ attemptId, clipId, at }: Props) {
  const { picture, failed } = usePicture(
    filled("/attempts/{id}/clips/{clip}", { id: attemptId, clip: clipId }),
  );
  if (!picture) return <p role="status">{failed ? t("notLoaded") : t("loading")}</p>;
  return (
    <video
      controls
      autoPlay
      muted
      playsInline
      src={picture.url}
      aria-label={t("clipOf", { time: formatDateTime(at) })}
      className="w-full max-w-sm rounded-control border border-line bg-subtle"
    />
  );
}
