import { useEffect, useRef } from "react";
import { t } from "./texts";

/** The candidate's own picture, mirrored as people know it. */
export function Preview({ stream, className }: { stream: MediaStream; className: string }) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current) video.current.srcObject = stream;
  }, [stream]);
  return (
    <video
      ref={video}
      autoPlay
      muted
      playsInline
      // A picture-in-picture window takes the focus, which would be recorded as leaving the page.
      disablePictureInPicture
      aria-label={t("yourCamera")}
      className={`-scale-x-100 object-cover ${className}`}
    />
  );
}
