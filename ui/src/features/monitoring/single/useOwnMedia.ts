import { useEffect, useRef, useState } from "react";
import { errorText } from "@/api/client";
import { toast } from "@/ui/toast";
import { t } from "../texts";
import type { Own, OwnKind, Viewer } from "../video/viewer";

const OFF: Own = { audio: null, video: null };
const ASK: Record<OwnKind, MediaStreamConstraints> = {
  audio: { audio: { echoCancellation: true, noiseSuppression: true } },
  video: { video: { width: { ideal: 320 }, height: { ideal: 240 }, frameRate: { max: 15 } } },
};

async function ask(kind: OwnKind): Promise<MediaStreamTrack | null> {
  try {
    const stream = await navigator.mediaDevices.getUserMedia(ASK[kind]);
    return stream.getTracks()[0] ?? null;
  } catch {
    // Also where browsers expose no mediaDevices: on plain http other than localhost.
    return null;
  }
}

/** The proctor's camera and microphone: off at first, and off again at the end (docs/behaviour/monitoring.md#live-monitoring). */
export function useOwnMedia(viewer: Viewer | null) {
  const [tracks, setTracks] = useState<Own>(OFF);
  const [busy, setBusy] = useState<OwnKind | null>(null);
  const held = useRef<Own>(OFF);

  const put = (kind: OwnKind, track: MediaStreamTrack | null) => {
    held.current[kind]?.stop();
    held.current = { ...held.current, [kind]: track };
    setTracks(held.current);
  };

  useEffect(() => {
    if (!viewer) return;
    return () => {
      for (const track of Object.values(held.current)) track?.stop();
      held.current = OFF;
      setTracks(OFF);
    };
  }, [viewer]);

  const turn = async (kind: OwnKind, on: boolean) => {
    if (!viewer) return;
    setBusy(kind);
    const track = on ? await ask(kind) : null;
    if (on && !track) toast.error(t("noAccess"));
    else {
      put(kind, track);
      // Unplugged, or blocked in the browser's settings.
      if (track) track.onended = () => void turn(kind, false);
      try {
        await viewer.send(kind, track);
      } catch (error) {
        if (on) put(kind, null);
        await viewer.send(kind, null).catch(() => undefined);
        toast.error(
          t(kind === "audio" ? "microphoneNotSent" : "cameraNotSent", { reason: errorText(error) }),
        );
      }
    }
    setBusy(null);
  };

  return { tracks, busy, toggle: (kind: OwnKind) => void turn(kind, tracks[kind] === null) };
}
