import { useCallback } from "react";
import { useSearchParams } from "react-router-dom";

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** An id in the URL; null if it is missing or none. */
export const idOf = (text: string | null): string | null => (text && ID.test(text) ? text : null);

type Changes = Record<string, string | null>;

/** State of filters, tabs and panels in the URL, so that a reload or a shared link shows the same. */
export function useUrlState() {
  const [params, setParams] = useSearchParams();
  const change = useCallback(
    (changes: Changes, { replace = false } = {}) => {
      // Not the rendered params: of two changes in a row the second would undo the first.
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
