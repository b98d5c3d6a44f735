import { useEffect, useState } from "react";

/** Debounces a value by `ms`: a search must not send a request per key. */
export function useDebounced<T>(value: T, ms = 300): T {
  const [still, setStill] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setStill(value), ms);
    return () => window.clearTimeout(timer);
  }, [value, ms]);
  return still;
}
