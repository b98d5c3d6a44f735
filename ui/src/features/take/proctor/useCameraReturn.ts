import { useEffect } from "react";
import type { Camera } from "../camera/useCamera";
import { useTake } from "../useTake";

async function hasCamera(): Promise<boolean> {
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
  return devices.some(({ kind }) => kind === "videoinput");
}

/** Restarts a lost camera automatically, once it is plugged in or allowed again. */
export function useCameraReturn({ state, start }: Camera) {
  const wanted = useTake((s) => s.monitoring === "camera");
  const gone = state.name === "lost" || (state.name === "problem" && state.problem !== "insecure");
  useEffect(() => {
    if (!gone || !wanted || !navigator.mediaDevices) return;
    const end = new AbortController();
    const { signal } = end;
    const plugged = async () => {
      if ((await hasCamera()) && !signal.aborted) void start();
    };
    navigator.mediaDevices.addEventListener("devicechange", () => void plugged(), { signal });
    const follow = async () => {
      // Not every browser supports querying the camera permission.
      const permission = await navigator.permissions
        ?.query({ name: "camera" as PermissionName })
        .catch(() => undefined);
      if (signal.aborted) return;
      permission?.addEventListener("change", () => permission.state === "granted" && void start(), {
        signal,
      });
    };
    void follow();
    return () => end.abort();
  }, [gone, wanted, start]);
}
