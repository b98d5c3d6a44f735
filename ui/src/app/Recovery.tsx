import { type Query, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { ApiFailure, NetworkFailure } from "@/api/errors";

/** Milliseconds between two looks whether the server is back. */
const LOOK = 4_000;

/** What a server that comes back would answer; a refusal stays one. */
const passes = (error: unknown) =>
  error instanceof NetworkFailure || (error instanceof ApiFailure && error.status >= 500);

/**
 * Loads what could not be loaded as soon as the server answers again, so that nobody has to press "Try again". It asks
 * for the server's health first: a screen that is tried over and over would flicker, and say each time that it failed.
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
        // Still away.
      }
    };
    const timer = window.setInterval(() => void look(), LOOK);
    return () => {
      leave.abort();
      window.clearInterval(timer);
    };
  }, [client]);
  return null;
}
