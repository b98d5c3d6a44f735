import { useEffect, useRef, useState } from "react";
import { advance, otherSpeed, type Speed } from "./playback";

/** Longest time in ms between two frames: a page in the background stands still. */
const FRAME_LIMIT_MS = 250;

export interface Playback {
  /** Milliseconds from the start of the attempt. */
  at: number;
  playing: boolean;
  speed: Speed;
  skips: boolean;
  seek(at: number): void;
  toggle(): void;
  pause(): void;
  setSpeed(speed: Speed): void;
  faster(by: 1 | -1): void;
  setSkips(skips: boolean): void;
}

/** The clock of the player, which opens at the end: what was answered is read first. `moments`: when the answer changed. */
export function usePlayback(moments: readonly number[], length: number): Playback {
  const [at, setAt] = useState(length);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<Speed>(4);
  const [skips, setSkips] = useState(true);
  const latest = useRef(at);
  latest.current = at;

  useEffect(() => {
    if (!playing) return;
    let last = performance.now();
    let frame = requestAnimationFrame(function play(now) {
      const passed = Math.min(Math.max(now - last, 0), FRAME_LIMIT_MS);
      last = now;
      const next = advance(latest.current, passed * speed, moments, length, skips);
      latest.current = next;
      setAt(next);
      if (next >= length) setPlaying(false);
      else frame = requestAnimationFrame(play);
    });
    return () => cancelAnimationFrame(frame);
  }, [playing, speed, skips, moments, length]);

  return {
    at,
    playing,
    speed,
    skips,
    seek: (to) => setAt(Math.min(Math.max(to, 0), length)),
    toggle() {
      // At the end it begins again.
      if (!playing && at >= length) setAt(0);
      setPlaying(!playing);
    },
    pause: () => setPlaying(false),
    setSpeed,
    faster: (by) => setSpeed(otherSpeed(speed, by)),
    setSkips,
  };
}
