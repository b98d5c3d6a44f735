import { useEffect, useRef, useState } from "react";
import type { Monitored } from "@/api/types";
import { everySecond } from "@/lib/now";
import { local } from "@/lib/storage";
import { serverTime } from "../useMonitorable";
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
  const [count, setCount] = useState(0);
  const before = useRef<Set<string> | null>(null);
  // Not by a clock of the page, which would be rendered each second with all its rows.
  useEffect(() => {
    if (!rows) return undefined;
    const look = (now: number) => {
      const events = eventsOf(rows, serverTime(now));
      if (on && isNews(events, before.current)) chime();
      before.current = new Set(events);
      setCount(events.length);
    };
    look(Date.now());
    return everySecond(look);
  }, [rows, on]);
  return {
    on,
    toggle: () => {
      local.set(KEY, on ? "off" : "on");
      setOn(!on);
      // Also proves that the browser may play it: a sound needs a click first.
      if (!on) chime();
    },
    badge: on && rows && count > 0 ? `(${count}) ` : "",
  };
}
