import { type Query, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { ApiFailure, NetworkFailure } from "@/api/errors";

/** Health poll interval in ms. */
const POLL_INTERVAL_MS = 4_000;

/** Failures that a recovered server resolves; a refusal is final. */
const passes = (error: unknown) =>
  error instanceof NetworkFailure || (error instanceof ApiFailure && error.status >= 500);

/**
 * Refetches failed queries as soon as the server is back, without a press of "Try again". It polls
 * the health endpoint first: retrying the screen itself would flicker, and announce each failure.
 */
export default function Recovery() {
  const client = useQueryClient();
  useEffect(() => {
    const leave = new AbortController();
    const failed = { type: "active", predicate: ({ state }: Query) => passes(state.error) } as const;
    const look = async () => {
      if (client.getQueryCache().findAll(failed).length === 0 || document.visibilityState === "hidden")
        return;
      try {
        const { ok } = await fetch("/healthz", { cache: "no-store", signal: leave.signal });
        if (ok) await client.refetchQueries(failed);
      } catch {
        // Still unreachable.
      }
    };
    const timer = window.setInterval(() => void look(), POLL_INTERVAL_MS);
    return () => {
      leave.abort();
      window.clearInterval(timer);
    };
  }, [client]);
  return null;
}
