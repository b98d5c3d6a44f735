import type { VideoState } from "@/api/types";
import { serverWords } from "@/lib/server-words";
import { t } from "../texts";
import { said } from "./labels";
import type { Link } from "./link";

export type Shown = VideoState["state"];

/** State to show: combines the server's view of the candidate with the viewer's connection. */
export function shownState(video: VideoState | undefined, link: Link): Shown {
  if (!video)
    return link.phase === "connected" ? "live" : link.phase === "connecting" ? "connecting" : "offline";
  if (video.state !== "live" || video.via === "stills") return video.state;
  if (link.phase === "connected") return link.words ? "connecting" : "live";
  return link.ended ? "offline" : "connecting";
}

/** Problem text: the candidate's side first, then the viewer's; null while video arrives. */
export function shownWords(video: VideoState | undefined, link: Link): string | null {
  const reason = video?.reason && serverWords(video.reason);
  if (video?.state === "offline") return reason || t("noVideoReceived");
  if (video?.via === "stills" && video.state === "live") return null;
  if (link.words) return said(link.words);
  return video?.state === "connecting" ? reason || t("candidateConnecting") : null;
}
