import { useRef } from "react";

/** Wraps a form's submit, so that a second press while the first is in flight does nothing. */
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
