import { type RefObject, useEffect, useRef } from "react";
import { t } from "./texts";

interface PreviewProps {
  stream: MediaStream;
  className: string;
  /** Receives the element, for a picture of what it shows. */
  video?: RefObject<HTMLVideoElement | null>;
  /** False for what has to be read. */
  mirrored?: boolean;
}

/** The candidate's own picture, mirrored as people know it. */
export function Preview({ stream, className, video: given, mirrored = true }: PreviewProps) {
  const own = useRef<HTMLVideoElement>(null);
  const video = given ?? own;
  useEffect(() => {
    if (video.current) video.current.srcObject = stream;
  }, [stream, video]);
  return (
    <video
      ref={video}
      autoPlay
      muted
      playsInline
      // A picture-in-picture window takes the focus, which would be recorded as leaving the page.
      disablePictureInPicture
      aria-label={t("yourCamera")}
      className={`${mirrored ? "-scale-x-100 " : ""}object-cover ${className}`}
    />
  );
}
