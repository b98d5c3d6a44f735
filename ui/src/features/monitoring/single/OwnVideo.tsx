import { Mic, MicOff, Video as VideoIcon, VideoOff } from "lucide-react";
import { useMemo } from "react";
import { Button } from "@/ui/Button";
import { t } from "../texts";
import { Video } from "../video/Picture";
import type { Viewer } from "../video/viewer";
import { useOwnMedia } from "./useOwnMedia";

interface Props {
  viewer: Viewer | null;
  /** Whether the proctor's tracks can reach the candidate now. */
  connected: boolean;
}

/** The proctor's camera and microphone: nothing is sent until a switch is turned on. */
export function OwnVideo({ viewer, connected }: Props) {
  const { tracks, busy, toggle } = useOwnMedia(viewer);
  const mine = useMemo(() => (tracks.video ? new MediaStream([tracks.video]) : null), [tracks.video]);
  const [camera, microphone] = [tracks.video !== null, tracks.audio !== null];
  const words =
    camera && microphone ? t("seesHears") : camera ? t("sees") : microphone ? t("hears") : t("neither");
  return (
    <div className="flex items-center gap-4 px-5 py-4">
      <div className="grid aspect-[4/3] w-28 shrink-0 place-items-center overflow-hidden rounded-control border border-line bg-subtle text-muted">
        {mine ? (
          <Video stream={mine} label={t("yourCamera")} mirrored />
        ) : (
          <VideoOff aria-hidden="true" className="size-5" />
        )}
      </div>
      <div className="min-w-0 space-y-2">
        <div className="flex flex-wrap gap-2">
          <Button
            variant="secondary"
            size="sm"
            busy={busy === "video"}
            disabled={!connected}
            icon={camera ? VideoIcon : VideoOff}
            onClick={() => toggle("video")}
          >
            {camera ? t("cameraTurnOff") : t("cameraTurnOn")}
          </Button>
          <Button
            variant="secondary"
            size="sm"
            busy={busy === "audio"}
            disabled={!connected}
            icon={microphone ? Mic : MicOff}
            onClick={() => toggle("audio")}
          >
            {microphone ? t("microphoneTurnOff") : t("microphoneTurnOn")}
          </Button>
        </div>
        <p role="status" className="text-muted text-xs">
          {words}
        </p>
      </div>
    </div>
  );
}
