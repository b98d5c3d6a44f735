import { useCallback, useState } from "react";
import { ApiFailure, errorText } from "@/api/client";
import { notOpenWords } from "@/lib/format";
import { toast } from "@/ui/toast";
import { enterFullscreen, leaveFullscreen } from "./fullscreen/enter";
import type { Camera } from "./use-camera";
import { useTakeSession } from "./use-take";

/** How long the words of a conflict stay on the screen, in milliseconds (spec §8). */
const CONFLICT_TOAST = 8_000;

/** The steps of 'Start Test' (spec §4): the server first, then the camera, then the questions. */
export function useStartTest(camera: Camera) {
  const session = useTakeSession();
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  const [conflict, setConflict] = useState(false);

  const start = useCallback(async () => {
    setBusy(true);
    // Before anything is waited for: the click allows it for a moment only.
    if (session.store.getState().intro?.test.require_fullscreen) enterFullscreen();
    try {
      await session.start();
    } catch (error) {
      setBusy(false);
      leaveFullscreen();
      if (error instanceof ApiFailure && error.status === 409) {
        toast.error(error.detail, { duration: CONFLICT_TOAST });
        setConflict(true);
      } else {
        const opens = error instanceof ApiFailure ? error.opensAt : undefined;
        toast.error(`Failed to start test: ${opens ? notOpenWords(opens) : errorText(error)}`);
      }
      return;
    }
    const granted = await camera.start();
    setBusy(false);
    if (granted) session.begin("camera");
    else {
      session.note("camera_denied");
      setAsking(true);
    }
  }, [session, camera.start]);

  /** An administrator allowed that the test goes on here. */
  const resume = useCallback(() => {
    setConflict(false);
    void start();
  }, [start]);

  const proceed = useCallback(() => {
    setAsking(false);
    session.note("proceeded_without_monitoring");
    session.begin("without");
  }, [session]);

  const cancel = useCallback(() => {
    setAsking(false);
    leaveFullscreen();
    camera.stop();
  }, [camera.stop]);

  return { start, proceed, cancel, resume, busy, asking, conflict, setConflict };
}
