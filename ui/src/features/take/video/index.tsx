import { clsx } from "clsx";
import { CircleCheck, Image, Info, LoaderCircle, VideoOff } from "lucide-react";
import { useState } from "react";
import { createPortal } from "react-dom";
import { useStore } from "zustand";
import { t } from "../panel-texts";
import { linkWords } from "./link";
import { ProctorNotice } from "./ProctorNotice";
import { useVideo } from "./useVideo";
import type { VideoSession } from "./video-session";

/** Sends the candidate's video and shows its state. Causes no layout shift of the questions. */
export function LiveVideo({ stream, isSeen }: { stream: MediaStream | undefined; isSeen: boolean }) {
  const { video, elsewhere } = useVideo(stream);
  if (elsewhere) return <Line tone="calm" lasts text={t("anotherPageSends")} />;
  if (!video) return isSeen && <Line tone="calm" text={t("connectingVideo")} />;
  const silent = stream?.getAudioTracks().length === 0;
  return (
    <>
      <Sending video={video} isSeen={isSeen} />
      {silent && <p className="mt-1 text-muted text-xs">{t("withoutSound")}</p>}
    </>
  );
}

function Sending({ video, isSeen }: { video: VideoSession; isSeen: boolean }) {
  const { link, proctor, remote } = useStore(video.store);
  const words = linkWords(link, isSeen);
  return (
    <>
      {words && <Line {...words} phase={link.stills ? "stills" : link.phase} />}
      {proctor && createPortal(<ProctorNotice proctor={proctor} remote={remote} />, document.body)}
    </>
  );
}

const COLOURS = { calm: "text-muted", good: "text-success", worry: "text-warning" };

interface LineProps {
  text: string;
  tone: keyof typeof COLOURS;
  phase?: string;
  /** A state, not a wait. */
  lasts?: boolean;
}

function Line({ text, tone, phase, lasts = false }: LineProps) {
  // Announced to screen readers only as a warning: a first connection is no news.
  const [worried, setWorried] = useState(false);
  if (tone === "worry" && !worried) setWorried(true);
  const Icon =
    phase === "stills"
      ? Image
      : { calm: lasts ? Info : LoaderCircle, good: CircleCheck, worry: VideoOff }[tone];
  return (
    <p
      role={worried ? "status" : undefined}
      data-video={phase}
      className={clsx("mt-2 flex gap-1.5 text-xs", COLOURS[tone])}
    >
      <Icon aria-hidden="true" className="mt-px size-3.5 shrink-0" />
      <span>{text}</span>
    </p>
  );
}
