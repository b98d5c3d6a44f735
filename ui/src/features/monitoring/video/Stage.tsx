import { VideoOff } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import type { Monitored } from "@/api/types";
import { serverWords } from "@/lib/server-words";
import { pictureFault } from "@/lib/trouble";
import { Spinner } from "@/ui/Spinner";
import type { Source } from "../actions/screenshot";
import { t } from "../texts";
import { VideoBadge } from "../VideoBadge";
import type { Link } from "./link";
import { Still, Video } from "./Picture";
import { shownState, shownWords } from "./shown";

interface Props {
  name: string;
  attemptId: string | null | undefined;
  /** What the server knows of the candidate. */
  row: Monitored | undefined;
  link: Link;
  stream: MediaStream | null;
  /** Receives the element that shows the video, for screenshots. */
  source: RefObject<Source | null>;
  /** Overlay, such as the proctor's self-view. */
  children?: ReactNode;
}

/** One candidate's video as large as it fits, or a description of the problem. */
export function Stage({ name, attemptId, row, link, stream, source, children }: Props) {
  const video = row?.video;
  const state = shownState(video, link);
  const words = shownWords(video, link);
  const stills = video?.via === "stills" && video.state === "live" && attemptId;
  const fault = row ? pictureFault(row) : null;
  const label = t("videoOf", { name });
  return (
    <div className="relative aspect-[4/3] shrink-0 max-h-[58dvh] w-full overflow-hidden bg-[#0b0d11] text-white">
      {stills ? (
        <Still
          attemptId={attemptId}
          label={label}
          whole
          element={source as RefObject<HTMLImageElement | null>}
        />
      ) : (
        <Video
          stream={stream}
          label={label}
          whole
          element={source as RefObject<HTMLVideoElement | null>}
          className={state === "offline" ? "opacity-25" : ""}
        />
      )}
      <div
        role="status"
        className={
          words ? "absolute inset-0 grid place-items-center bg-[#0b0d11]/55 p-6 text-center" : "sr-only"
        }
      >
        {words && (
          <p className="flex max-w-sm flex-col items-center gap-3 text-sm">
            {state === "connecting" ? (
              <Spinner />
            ) : (
              <VideoOff aria-hidden="true" className="size-6 opacity-80" />
            )}
            {words}
          </p>
        )}
      </div>
      {!words && fault && (
        <p role="status" className="absolute inset-x-0 bottom-0 bg-black/75 px-4 py-2 text-sm">
          {serverWords(fault)}
        </p>
      )}
      <VideoBadge state={state} row={row} className="absolute top-3 start-3" />
      {children}
    </div>
  );
}
