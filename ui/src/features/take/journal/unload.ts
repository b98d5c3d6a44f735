import type { TimeSpent } from "@/api/types";
import { newestThatFit } from "./batch";
import type { Entry } from "./types";

export const keepaliveWorks = () => typeof Request !== "undefined" && "keepalive" in Request.prototype;

/** Sends as many entries as fit while the page unloads; the rest stays in the store for the next visit. */
export function sendOnUnload(
  url: string,
  attempt_key: string,
  unsent: Entry[],
  time_spent: TimeSpent[],
): void {
  const answers = newestThatFit(unsent);
  if (answers.length === 0 && time_spent.length === 0) return;
  if (keepaliveWorks()) {
    void fetch(url, {
      method: "PUT",
      keepalive: true,
      headers: { "Content-Type": "application/json", "X-Attempt-Key": attempt_key },
      body: JSON.stringify({ answers, time_spent }),
    }).catch(() => undefined);
    return;
  }
  const body = new Blob([JSON.stringify({ attempt_key, answers, time_spent })], { type: "application/json" });
  navigator.sendBeacon(url, body);
}
