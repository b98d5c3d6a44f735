import { useEffect } from "react";
import { permissionFor } from "../camera/capture";
import { listDevices } from "../camera/devices";
import type { Camera } from "../camera/useCamera";
import { useTake } from "../useTake";

/** Interval in ms of tries to get back a camera that stopped, or that another program uses: no event reports its return. */
const RETRY_MS = 10_000;

/** Restarts a lost camera or microphone automatically, once it is plugged in, allowed or free again. */
export function useCameraReturn({ state, microphone, start, startSound }: Camera) {
  const wanted = useTake((s) => s.monitoring === "camera");
  const isGone = state.name === "lost" || (state.name === "problem" && state.problem !== "insecure");
  // Tries would open a prompt again and again where the browser asks each time.
  const isTaken =
    (state.name === "lost" && state.why === "stopped") ||
    (state.name === "problem" && (state.problem === "busy" || state.problem === "failed"));
  const isMute = state.name === "on" && !["on", "muted", "off"].includes(microphone);
  useEffect(() => {
    if (!(isGone || isMute) || !wanted || !navigator.mediaDevices) return;
    const kind = isGone ? "camera" : "microphone";
    const back = () => (isGone ? start(true) : startSound());
    const end = new AbortController();
    const { signal } = end;
    const isAllowed = async () => (await permissionFor(kind))?.state === "granted";
    const plugged = async () => {
      if ((await listDevices(kind)).length > 0 && !signal.aborted) void back();
    };
    navigator.mediaDevices.addEventListener("devicechange", () => void plugged(), { signal });
    const follow = async () => {
      const permission = await permissionFor(kind);
      if (signal.aborted) return;
      permission?.addEventListener("change", () => permission.state === "granted" && void back(), { signal });
    };
    void follow();
    const retry = async () => {
      if (document.visibilityState === "visible" && (await isAllowed()) && !signal.aborted) void back();
    };
    const timer = isTaken ? setInterval(() => void retry(), RETRY_MS) : undefined;
    return () => {
      end.abort();
      clearInterval(timer);
    };
  }, [isGone, isTaken, isMute, wanted, start, startSound]);
}
