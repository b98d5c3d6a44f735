import { Megaphone, Volume2 } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { Button } from "@/ui/Button";
import { t } from "../panel-texts";
import type { Proctor } from "./video-session";

interface ProctorNoticeProps {
  proctor: Proctor;
  remote: { video: MediaStreamTrack; audio: MediaStreamTrack } | undefined;
}

/** Plays a track; true while the browser refuses to do so without a click. */
function usePlaying(track: MediaStreamTrack | undefined) {
  const element = useRef<HTMLVideoElement & HTMLAudioElement>(null);
  const [refused, setRefused] = useState(false);
  const play = useCallback(() => {
    void element.current?.play().then(
      () => setRefused(false),
      (error: unknown) => setRefused(error instanceof DOMException && error.name === "NotAllowedError"),
    );
  }, []);
  useEffect(() => {
    if (!element.current || !track) return;
    element.current.srcObject = new MediaStream([track]);
    play();
  }, [track, play]);
  return { element, refused, play };
}

function Sound({ track }: { track: MediaStreamTrack | undefined }) {
  const { element, refused, play } = usePlaying(track);
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: live speech has no captions */}
      <audio ref={element} data-proctor="audio" />
      {refused && (
        <Button size="sm" icon={Volume2} onClick={play}>
          {t("turnOnSound")}
        </Button>
      )}
    </>
  );
}

function Picture({ track, name }: { track: MediaStreamTrack | undefined; name: string }) {
  const { element } = usePlaying(track);
  return (
    <video
      ref={element}
      muted
      playsInline
      disablePictureInPicture
      data-proctor="video"
      aria-label={t("cameraOf", { name })}
      className="aspect-[4/3] w-28 shrink-0 rounded-control bg-subtle object-cover sm:w-40"
    />
  );
}

/** Shows and plays a proctor's audio and video while they are on. */
export function ProctorNotice({ proctor, remote }: ProctorNoticeProps) {
  const { speaking, video, name } = proctor;
  const words = speaking ? t("proctorSpeaks") : t("proctorShown");
  return (
    <section
      aria-label={t("proctor")}
      className="fixed end-4 bottom-4 start-4 z-30 flex items-center gap-3 rounded-card border-2 border-primary bg-surface p-3 shadow-lg sm:start-auto sm:max-w-md"
    >
      {video ? (
        <Picture track={remote?.video} name={name ?? t("theProctor")} />
      ) : (
        <Megaphone aria-hidden="true" className="size-5 shrink-0 text-primary" />
      )}
      <div className="min-w-0 space-y-2">
        <p role="alert" className="font-semibold text-ink">
          {words}
          {name && (
            <span dir="auto" className="block font-normal text-ink-2">
              {name}
            </span>
          )}
        </p>
        {speaking && <Sound track={remote?.audio} />}
      </div>
    </section>
  );
}
