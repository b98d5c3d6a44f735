import { useCallback, useEffect, useRef, useState } from "react";

export type CameraProblem = "denied" | "missing" | "busy" | "insecure" | "failed";

export type CameraState =
  | { name: "off" }
  | { name: "asking" }
  | { name: "on"; stream: MediaStream }
  | { name: "problem"; problem: CameraProblem }
  /** It worked and stopped: unplugged, or blocked in the browser's settings. */
  | { name: "lost" };

const PROBLEMS: Record<string, CameraProblem> = {
  NotAllowedError: "denied",
  SecurityError: "denied",
  NotFoundError: "missing",
  OverconstrainedError: "missing",
  NotReadableError: "busy",
  AbortError: "busy",
};

export interface Camera {
  state: CameraState;
  /** Requests the camera; true when it runs. An unanswered prompt stays open forever: await it with a timeout. */
  start(): Promise<boolean>;
  stop(): void;
}

const PICTURE: MediaTrackConstraints = {
  width: { ideal: 640 },
  height: { ideal: 480 },
  frameRate: { ideal: 15, max: 30 },
  facingMode: "user",
};

/** One prompt for both; a refused or missing microphone does not affect the video. */
async function askForBoth(devices: MediaDevices): Promise<MediaStream> {
  try {
    return await devices.getUserMedia({ video: PICTURE, audio: true });
  } catch {
    return devices.getUserMedia({ video: PICTURE });
  }
}

/** The candidate's camera and, where available, microphone. */
export function useCamera(): Camera {
  const [state, setState] = useState<CameraState>({ name: "off" });
  const stream = useRef<MediaStream | null>(null);
  const gone = useRef(false);
  /** False once it was turned off, also while the prompt is open. */
  const wanted = useRef(false);
  /** The open permission prompt: a second request would only open a second prompt. */
  const asking = useRef<Promise<boolean>>(undefined);

  const stop = useCallback(() => {
    wanted.current = false;
    for (const track of stream.current?.getTracks() ?? []) {
      track.onended = null;
      track.stop();
    }
    stream.current = null;
    setState({ name: "off" });
  }, []);

  const ask = useCallback(async () => {
    if (!navigator.mediaDevices?.getUserMedia) {
      setState({ name: "problem", problem: "insecure" });
      return false;
    }
    setState({ name: "asking" });
    try {
      const made = await askForBoth(navigator.mediaDevices);
      if (gone.current || !wanted.current) {
        for (const track of made.getTracks()) track.stop();
        return false;
      }
      stream.current = made;
      for (const track of made.getVideoTracks()) {
        track.onended = () => {
          for (const other of made.getTracks()) other.stop();
          stream.current = null;
          setState({ name: "lost" });
        };
      }
      setState({ name: "on", stream: made });
      return true;
    } catch (error) {
      const name = error instanceof DOMException ? error.name : "";
      setState({ name: "problem", problem: PROBLEMS[name] ?? "failed" });
      return false;
    }
  }, []);

  const start = useCallback(async () => {
    if (stream.current) return true;
    wanted.current = true;
    asking.current ??= ask().finally(() => {
      asking.current = undefined;
    });
    return asking.current;
  }, [ask]);

  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
      for (const track of stream.current?.getTracks() ?? []) track.stop();
      stream.current = null;
    };
  }, []);

  return { state, start, stop };
}
