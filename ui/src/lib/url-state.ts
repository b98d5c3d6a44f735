import { useCallback } from "react";
import { useSearchParams } from "react-router-dom";

type Changes = Record<string, string | null>;

/** Filters, tabs and open panels live in the address, so that a reload or a shared link shows the same. */
export function useUrlState() {
  const [params, setParams] = useSearchParams();
  const change = useCallback(
    (changes: Changes, { replace = false } = {}) => {
      // Not what was drawn last: two changes in a row would undo each other.
      const next = new URLSearchParams(window.location.search);
      for (const [key, value] of Object.entries(changes)) {
        if (value === null || value === "") next.delete(key);
        else next.set(key, value);
      }
      setParams(next, { replace, preventScrollReset: true });
    },
    [setParams],
  );
  return { params, change, setParams };
}
