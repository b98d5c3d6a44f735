import { useRef } from "react";

/** Wraps what a form sends, so that a second press while the first is under way sends nothing. */
export function useOnce() {
  const running = useRef(false);
  return <Args extends unknown[]>(run: (...args: Args) => Promise<void>) =>
    async (...args: Args): Promise<void> => {
      if (running.current) return;
      running.current = true;
      try {
        await run(...args);
      } finally {
        running.current = false;
      }
    };
}
