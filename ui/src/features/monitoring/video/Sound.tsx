import { Volume2, VolumeX } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/ui/Button";
import { t } from "../texts";

/**
 * Plays the audio of a stream. Browsers block autoplay before a user gesture: then, and
 * when muted, the button says so.
 */
export function Sound({ stream }: { stream: MediaStream | null }) {
  const audio = useRef<HTMLAudioElement>(null);
  const [on, setOn] = useState(true);
  const [refused, setRefused] = useState(false);
  useEffect(() => {
    const element = audio.current;
    if (!element) return;
    element.srcObject = on ? stream : null;
    if (!on || !stream) return;
    element.play().then(
      () => setRefused(false),
      (error: unknown) => setRefused(error instanceof DOMException && error.name === "NotAllowedError"),
    );
  }, [stream, on]);
  const silent = !on || refused;
  const press = () => {
    if (refused)
      void audio.current?.play().then(
        () => setRefused(false),
        () => undefined,
      );
    else setOn(!on);
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: live audio has no captions */}
      <audio ref={audio} autoPlay className="hidden" />
      <Button
        variant="secondary"
        size="sm"
        disabled={!stream}
        icon={silent ? VolumeX : Volume2}
        onClick={press}
      >
        {silent ? t("soundTurnOn") : t("mute")}
      </Button>
    </>
  );
}
