import { clsx } from "clsx";
import { type RefObject, useEffect, useRef } from "react";
import { filled } from "@/api/client";
import { usePicture } from "@/lib/picture";
import { agoWords } from "../labels";
import { t } from "../texts";
import { useServerNow } from "../useMonitorable";

export interface VideoProps {
  stream: MediaStream | null;
  label: string;
  /** Letterboxed (object-fit: contain) instead of cropped. */
  whole?: boolean;
  mirrored?: boolean;
  className?: string;
  element?: RefObject<HTMLVideoElement | null>;
}

/** The video of a stream; `Sound` plays its audio. */
export function Video({ stream, label, whole, mirrored, className, element }: VideoProps) {
  const own = useRef<HTMLVideoElement>(null);
  const video = element ?? own;
  useEffect(() => {
    if (video.current && video.current.srcObject !== stream) video.current.srcObject = stream;
  }, [stream, video]);
  return (
    <video
      ref={video}
      autoPlay
      muted
      playsInline
      // Firefox overlays its picture-in-picture button, and a click there would not select the tile.
      disablePictureInPicture={!whole}
      aria-label={label}
      className={clsx(
        "size-full",
        whole ? "object-contain" : "object-cover",
        mirrored && "-scale-x-100",
        className,
      )}
    />
  );
}

/** Poll interval in ms of a candidate's latest still; the page sends one every 5 s. */
const STILL_POLL_MS = 5_000;

interface StillProps {
  attemptId: string;
  label: string;
  whole?: boolean;
  element?: RefObject<HTMLImageElement | null>;
  /** Position of the age; the tile has a separate one. */
  ageClassName?: string;
}

/** The latest still of a candidate without a media path, with its age. */
export function Still({ attemptId, label, whole, element, ageClassName }: StillProps) {
  const { picture } = usePicture(filled("/attempts/{id}/still", { id: attemptId }), STILL_POLL_MS);
  const now = useServerNow();
  if (!picture) return null;
  return (
    <>
      <img
        ref={element}
        src={picture.url}
        alt={label}
        className={clsx("size-full", whole ? "object-contain" : "object-cover")}
      />
      {picture.takenAt && (
        <span
          className={clsx(
            "absolute rounded-md bg-black/70 px-1.5 py-0.5 text-white text-xs tabular-nums",
            ageClassName ?? "end-2 bottom-2",
          )}
        >
          {t("picture", { ago: agoWords(picture.takenAt, now) })}
        </span>
      )}
    </>
  );
}
