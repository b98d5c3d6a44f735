import { useCallback, useRef, useState } from "react";
import { ApiFailure, errorText } from "@/api/client";
import { notOpenWords } from "@/lib/format";
import { orUndefined } from "@/lib/patience";
import { toast } from "@/ui/toast";
import type { Camera } from "../camera/useCamera";
import { enterFullscreen, leaveFullscreen } from "../fullscreen/enter";
import { useTakeSession } from "../useTake";

/** How long the words of a conflict stay on the screen, in milliseconds (spec §8). */
const CONFLICT_TOAST = 8_000;

/** The clock runs already: a prompt for the camera that nobody answers, or sees, is waited for this many milliseconds. */
const PROMPT_PATIENCE = 20_000;

/** The steps of 'Start Test' (spec §4): the server first, then the camera, then the questions. */
export function useStartTest(camera: Camera) {
  const session = useTakeSession();
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  const [conflict, setConflict] = useState(false);

  /** A second click comes before the button is drawn as busy. */
  const starting = useRef(false);
  /** Counts prompts for the camera; the answer to one that was given up means nothing. */
  const prompts = useRef(0);

  const start = useCallback(async () => {
    if (starting.current) return;
    starting.current = true;
    setBusy(true);
    // Before anything is waited for: the click allows it for a moment only.
    if (session.store.getState().intro?.test.require_fullscreen) enterFullscreen();
    try {
      await session.start();
    } catch (error) {
      starting.current = false;
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
    const mine = ++prompts.current;
    const prompt = camera.start();
    const granted = await orUndefined(prompt, PROMPT_PATIENCE);
    starting.current = false;
    setBusy(false);
    if (granted) return session.begin("camera");
    setAsking(true);
    const answered = (allowed: boolean) => {
      if (prompts.current !== mine) return;
      if (!allowed) return session.note("camera_denied");
      // Allowed after all, while the page asks whether to go on without.
      setAsking(false);
      session.begin("camera");
    };
    if (granted === undefined) void prompt.then(answered);
    else answered(false);
  }, [session, camera.start]);

  /** An administrator allowed that the test goes on here. */
  const resume = useCallback(() => {
    setConflict(false);
    void start();
  }, [start]);

  const proceed = useCallback(() => {
    prompts.current++;
    setAsking(false);
    session.note("proceeded_without_monitoring");
    session.begin("without");
  }, [session]);

  const cancel = useCallback(() => {
    prompts.current++;
    setAsking(false);
    leaveFullscreen();
    camera.stop();
  }, [camera.stop]);

  return { start, proceed, cancel, resume, busy, asking, conflict, setConflict };
}
