import { useEffect, useState } from "react";

const EVERY_MS = 1000;

const clocks = new Set<(now: number) => void>();
let timer: number | undefined;

/**
 * Calls this with the time of this computer each second, until the returned function is called. All clocks of a page tick
 * together: a list of a thousand rows is rendered once a second, not a thousand times.
 */
export function everySecond(set: (now: number) => void): () => void {
  clocks.add(set);
  timer ??= window.setInterval(() => {
    const now = Date.now();
    for (const tick of clocks) tick(now);
  }, EVERY_MS);
  return () => {
    clocks.delete(set);
    if (clocks.size > 0) return;
    window.clearInterval(timer);
    timer = undefined;
  };
}

/** Milliseconds since 1970 by this computer's clock, updated each second while it is `active`. */
export function useNow(active = true): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!active) return undefined;
    setNow((known) => (Date.now() - known < EVERY_MS ? known : Date.now()));
    return everySecond(setNow);
  }, [active]);
  return now;
}
