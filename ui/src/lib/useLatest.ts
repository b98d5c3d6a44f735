import { useCallback, useLayoutEffect, useRef } from "react";

/** One function for as long as the component is shown, which calls the newest one given: for memoized children. */
export function useLatest<A extends unknown[]>(newest: (...args: A) => void): (...args: A) => void {
  const latest = useRef(newest);
  useLayoutEffect(() => {
    latest.current = newest;
  });
  return useCallback((...args) => latest.current(...args), []);
}
