import { useEffect, useState } from "react";

/** The value once it has been still for `ms` milliseconds: a search must not ask at every key. */
export function useDebounced<T>(value: T, ms = 300): T {
  const [still, setStill] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setStill(value), ms);
    return () => window.clearTimeout(timer);
  }, [value, ms]);
  return still;
}
