import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { listen } from "./events";

/** Queries that an event invalidates. No list shows `answers.saved`, sent every two seconds per candidate. */
const STALE: Record<string, string[]> = {
  "invite.changed": ["invites", "overview", "monitorable", "monitored"],
  "attempt.changed": [
    "invites",
    "overview",
    "monitorable",
    "monitored",
    "timeline",
    "messages",
    "results",
    "queue",
  ],
  "video.changed": ["monitored", "timeline"],
  "signal.added": ["monitored", "timeline"],
  notification: ["notifications"],
  reload: [
    "invites",
    "overview",
    "monitorable",
    "monitored",
    "timeline",
    "messages",
    "results",
    "tests",
    "queue",
    "notifications",
  ],
};
/** Debounce in ms: a group that starts together causes hundreds of events, which one refresh covers. */
const DEBOUNCE_MS = 800;
/** Timeout in ms after which a pending fetch is restarted. */
const FETCH_TIMEOUT_MS = 10_000;

/**
 * Invalidates stale queries, by name and time of staleness. A query being fetched waits for the next round: a restart
 * would abort a "Load more", and on a slow line the refresh itself, for as long as events arrive.
 */
export function refresh(client: QueryClient, stale: Map<string, number>, now = Date.now()): void {
  for (const [name, since] of stale) {
    const queryKey = [name];
    if (client.isFetching({ queryKey }) > 0 && now - since < FETCH_TIMEOUT_MS) continue;
    stale.delete(name);
    void client.invalidateQueries({ queryKey });
  }
}

/** Refreshes mounted queries on server events. */
export function useLiveRefresh(): void {
  const client = useQueryClient();
  useEffect(() => {
    const stale = new Map<string, number>();
    let timer: number | undefined;
    const gather = () => {
      if (stale.size > 0) timer ??= window.setTimeout(flush, DEBOUNCE_MS);
    };
    const flush = () => {
      timer = undefined;
      refresh(client, stale);
      gather();
    };
    const leave = listen(({ type }) => {
      for (const name of STALE[type] ?? []) if (!stale.has(name)) stale.set(name, Date.now());
      gather();
    });
    return () => {
      leave();
      window.clearTimeout(timer);
    };
  }, [client]);
}
