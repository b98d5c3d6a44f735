import { useQueryClient } from "@tanstack/react-query";
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

/** Refreshes what is on the screen when the server says that it changed. */
export function useLiveRefresh(): void {
  const client = useQueryClient();
  useEffect(() => {
    const stale = new Set<string>();
    let timer: number | undefined;
    const flush = () => {
      timer = undefined;
      for (const key of stale) void client.invalidateQueries({ queryKey: [key] });
      stale.clear();
    };
    const leave = listen(({ type }) => {
      for (const key of STALE[type] ?? []) stale.add(key);
      if (stale.size > 0) timer ??= window.setTimeout(flush, GATHER);
    });
    return () => {
      leave();
      window.clearTimeout(timer);
    };
  }, [client]);
}
