import { clsx } from "clsx";
import { type RefObject, useEffect, useRef } from "react";
import { usePicture } from "@/lib/picture";
import { agoWords } from "../labels";
import { useServerNow } from "../useMonitorable";

export interface VideoProps {
  stream: MediaStream | null;
  label: string;
  /** Whole, with bars, instead of filling its place. */
  whole?: boolean;
  mirrored?: boolean;
  className?: string;
  element?: RefObject<HTMLVideoElement | null>;
}

/** A stream's picture; its sound, if it is to be heard, is played by `Sound`. */
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
      // Firefox lays its button over the picture, and a click there would not choose the tile.
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

/** Milliseconds between two looks at a candidate's latest still; the page sends one every 5 s. */
const STILL = 5_000;

interface StillProps {
  attemptId: string;
  label: string;
  whole?: boolean;
  element?: RefObject<HTMLImageElement | null>;
  /** Where the age stands; the tile has its own place for it. */
  ageClassName?: string;
}

/** The latest still of a candidate from whom no media path leads here, with its age. */
export function Still({ attemptId, label, whole, element, ageClassName }: StillProps) {
  const { picture } = usePicture(`/attempts/${attemptId}/still`, STILL);
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
            ageClassName ?? "right-2 bottom-2",
          )}
        >
          Picture {agoWords(picture.takenAt, now)}
        </span>
      )}
    </>
  );
}
