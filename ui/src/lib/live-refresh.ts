import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { listen } from "./events";

/** Which lists an event makes stale. `answers.saved` comes every two seconds per candidate: only where it shows. */
const STALE: Record<string, string[]> = {
  "invite.changed": ["invites", "overview", "monitorable"],
  "attempt.changed": ["invites", "overview", "monitorable", "results"],
  "answers.saved": ["monitorable"],
  reload: ["invites", "overview", "monitorable", "results", "tests"],
};
/** Events come in bursts; one refresh a moment is enough. Milliseconds. */
const GATHER = 400;

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
