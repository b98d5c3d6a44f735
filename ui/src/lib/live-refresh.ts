import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { listen } from "./events";

/** Which lists an event makes stale. No list shows what `answers.saved` tells, every two seconds per candidate. */
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
/** Milliseconds: a hall that starts together makes hundreds of events, and one refresh tells them all. */
const GATHER = 800;
/** Milliseconds after which an answer that does not come is asked for anew. */
const PATIENCE = 10_000;

/**
 * Refreshes what is stale, each name with the time since when. What is being fetched stays for the next round: to begin
 * anew would cut a "Load more" off, and on a slow line the refresh itself, for as long as events come.
 */
export function refresh(client: QueryClient, stale: Map<string, number>, now = Date.now()): void {
  for (const [name, since] of stale) {
    const queryKey = [name];
    if (client.isFetching({ queryKey }) > 0 && now - since < PATIENCE) continue;
    stale.delete(name);
    void client.invalidateQueries({ queryKey });
  }
}

/** Refreshes what is on the screen when the server says that it changed. */
export function useLiveRefresh(): void {
  const client = useQueryClient();
  useEffect(() => {
    const stale = new Map<string, number>();
    let timer: number | undefined;
    const gather = () => {
      if (stale.size > 0) timer ??= window.setTimeout(flush, GATHER);
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
