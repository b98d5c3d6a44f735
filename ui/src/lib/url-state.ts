import { useCallback } from "react";
import { useSearchParams } from "react-router-dom";

type Changes = Record<string, string | null>;

/** Filters, tabs and open panels live in the address, so that a reload or a shared link shows the same. */
export function useUrlState() {
  const [params, setParams] = useSearchParams();
  const change = useCallback(
    (changes: Changes, { replace = false } = {}) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [key, value] of Object.entries(changes)) {
            if (value === null || value === "") next.delete(key);
            else next.set(key, value);
          }
          return next;
        },
        { replace, preventScrollReset: true },
      ),
    [setParams],
  );
  return { params, change, setParams };
}
