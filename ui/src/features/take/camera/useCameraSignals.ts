import { useEffect, useRef } from "react";
import { useTakeSession } from "../useTake";
import type { Camera } from "./useCamera";

/** Records when the camera stops and returns while the test runs. */
export function useCameraSignals({ state }: Camera) {
  const session = useTakeSession();
  const was = useRef(state.name);
  useEffect(() => {
    const before = was.current;
    if (state.name === "asking" || state.name === before) return;
    was.current = state.name;
    if (state.name === "lost") session.note("camera_lost");
    else if (state.name === "problem") session.note("camera_denied", state.problem);
    else if (state.name === "on" && (before === "lost" || before === "problem")) session.note("camera_back");
  }, [state, session]);
}
