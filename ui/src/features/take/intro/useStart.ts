import { useCallback, useRef, useState } from "react";
import { ApiFailure, errorText } from "@/api/client";
import { notOpenWords } from "@/lib/format";
import { orUndefined } from "@/lib/timeout";
import { toast } from "@/ui/toast";
import type { Camera } from "../camera/useCamera";
import { startDialogs } from "../dialogs";
import { enterFullscreen, leaveFullscreen } from "../fullscreen/enter";
import { t } from "../texts";
import { useTakeSession } from "../useTake";

/** Duration in ms of the toast for a conflict (docs/behaviour/calls.md#error-texts). */
const CONFLICT_TOAST_MS = 8_000;

/** Timeout in ms of an unanswered camera prompt: the clock is already running. */
const PROMPT_TIMEOUT_MS = 20_000;

/**
 * The steps of 'Start Test' (docs/behaviour/taking.md#taking-a-test): server, then camera, then questions. Where the device check
 * has `passed`, the camera comes first: if it fails now, the clock does not run meanwhile.
 */
export function useStartTest(camera: Camera, passed: boolean) {
  const session = useTakeSession();
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  const [refused, setRefused] = useState<ApiFailure | null>(null);
  const dialogs = startDialogs.use();

  /** Guards against a second click before the page renders as busy. */
  const starting = useRef(false);
  /** Counts camera prompts; the answer to an abandoned one is ignored. */
  const prompts = useRef(0);

  const isRunning = useCallback(() => session.store.getState().questions.length > 0, [session]);

  /** Starts the clock; false if the server refuses. */
  const enter = useCallback(async () => {
    try {
      await session.start();
      return true;
    } catch (error) {
      leaveFullscreen();
      const failure = error instanceof ApiFailure ? error : null;
      const isConflict = failure?.status === 409;
      if (failure && (isConflict || dialogs?.hasDialog(failure))) setRefused(failure);
      if (failure && isConflict) toast.error(failure.detail, { duration: CONFLICT_TOAST_MS });
      else if (!failure || !dialogs?.hasDialog(failure)) {
        const opens = failure?.opensAt;
        toast.error(t("failedToStart", { reason: opens ? notOpenWords(opens) : errorText(error) }));
      }
      return false;
    }
  }, [session, dialogs]);

  /** One at a time, so that a second click starts nothing. */
  const once = useCallback(async (work: () => Promise<void>) => {
    if (starting.current) return;
    starting.current = true;
    setBusy(true);
    await work();
    starting.current = false;
    setBusy(false);
  }, []);

  const begin = useCallback(() => {
    setAsking(false);
    session.begin("camera");
  }, [session]);

  const granted = useCallback(
    () =>
      once(async () => {
        setAsking(false);
        if (isRunning() || (await enter())) begin();
      }),
    [once, isRunning, enter, begin],
  );

  const start = useCallback(
    () =>
      once(async () => {
        if (dialogs?.lacksConsent(session)) return;
        // Before any await: the user activation of the click expires quickly.
        if (session.store.getState().intro?.test.require_fullscreen) enterFullscreen();
        if (session.store.getState().intro?.invite.no_camera) {
          if (isRunning() || (await enter())) session.begin("without");
          return;
        }
        if (passed && !isRunning() && !(await orUndefined(camera.start(), PROMPT_TIMEOUT_MS))) {
          return setAsking(true);
        }
        if (!(await enter())) return;
        const mine = ++prompts.current;
        const prompt = camera.start();
        const answer = await orUndefined(prompt, PROMPT_TIMEOUT_MS);
        if (answer) return begin();
        setAsking(true);
        const answered = (allowed: boolean) => {
          if (prompts.current !== mine) return;
          // Allowed after all, while the dialog asks whether to continue without.
          if (allowed) begin();
          else session.note("camera_denied");
        };
        if (answer === undefined) void prompt.then(answered);
        else answered(false);
      }),
    [session, camera.start, once, begin, passed, isRunning, enter, dialogs],
  );

  /** An administrator allowed the test to continue here. */
  const resume = useCallback(() => {
    setRefused(null);
    void start();
  }, [start]);

  const proceed = useCallback(
    () =>
      once(async () => {
        prompts.current++;
        setAsking(false);
        if (!isRunning()) {
          if (!(await enter())) return;
          session.note("camera_denied");
        }
        session.note("proceeded_without_monitoring");
        session.begin("without");
      }),
    [session, once, isRunning, enter],
  );

  const cancel = useCallback(() => {
    prompts.current++;
    setAsking(false);
    leaveFullscreen();
    camera.stop();
  }, [camera.stop]);

  return { start, granted, proceed, cancel, resume, busy, asking, refused, setRefused };
}
