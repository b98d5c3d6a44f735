import { Megaphone, Volume2 } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { Button } from "@/ui/Button";
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
      {/* biome-ignore lint/a11y/useMediaCaption: a person who speaks now has no captions */}
      <audio ref={element} data-proctor="audio" />
      {refused && (
        <Button size="sm" icon={<Volume2 aria-hidden="true" className="size-4" />} onClick={play}>
          Turn on sound
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
      data-proctor="video"
      aria-label={`Camera of ${name}`}
      className="aspect-[4/3] w-full rounded-control bg-subtle object-cover"
    />
  );
}

/** Says who speaks or shows themselves, for as long as they do, and plays it. */
export function ProctorNotice({ proctor, remote }: ProctorNoticeProps) {
  const { speaking, video, name } = proctor;
  const words = speaking ? "A proctor is speaking to you" : "A proctor has turned on their camera for you";
  return (
    <div className="w-full max-w-xs space-y-3 rounded-card border border-line bg-surface p-3 shadow-lg">
      <div className="toned tone-blue flex items-start gap-2 rounded-control px-3 py-2">
        <Megaphone aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <p role="alert" className="font-medium text-sm">
          {words}
          {name && (
            <span dir="auto" className="block font-normal">
              {name}
            </span>
          )}
        </p>
      </div>
      {video && <Picture track={remote?.video} name={name ?? "the proctor"} />}
      {speaking && <Sound track={remote?.audio} />}
    </div>
  );
}
