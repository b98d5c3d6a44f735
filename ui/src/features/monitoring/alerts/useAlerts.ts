import { useEffect, useRef, useState } from "react";
import type { Monitored } from "@/api/types";
import { local } from "@/lib/storage";
import { useServerNow } from "../useMonitorable";
import { chime } from "./chime";
import { eventsOf, isNews } from "./events";

/** Local storage key of the choice; off unless it holds "on". */
const KEY = "invigil_monitor_alerts";

export interface Alerts {
  on: boolean;
  toggle: () => void;
  /** Prefix of the window's title: the number of candidates that need a look. */
  badge: string;
}

/** A soft sound and a number in the window's title when a candidate needs a look; off by default. */
export function useAlerts(rows: Monitored[] | undefined): Alerts {
  const [on, setOn] = useState(() => local.get(KEY) === "on");
  const now = useServerNow();
  const events = rows ? eventsOf(rows, now) : null;
  const before = useRef<Set<string> | null>(null);
  useEffect(() => {
    if (!events) return;
    if (on && isNews(events, before.current)) chime();
    before.current = new Set(events);
  });
  return {
    on,
    toggle: () => {
      local.set(KEY, on ? "off" : "on");
      setOn(!on);
      // Also proves that the browser may play it: a sound needs a click first.
      if (!on) chime();
    },
    badge: on && events && events.length > 0 ? `(${events.length}) ` : "",
  };
}
