import { api } from "@/api/client";
import type { SectionEntry, TimeSpent } from "@/api/types";
import { newestThatFit } from "./batch";
import type { Entry } from "./types";

/** Sends as many entries as fit while the page unloads; the rest stays in the store for the next visit. */
export function sendOnUnload(
  token: string,
  attemptKey: string,
  unsent: Entry[],
  time_spent: TimeSpent[],
  claims: SectionEntry[],
): void {
  const answers = newestThatFit(unsent);
  if (answers.length === 0 && time_spent.length === 0 && claims.length === 0) return;
  api
    .put("/take-test/{token}/answers", {
      path: { token },
      auth: { attemptKey },
      keepalive: "beacon",
      encodable: "always",
      body: { answers, time_spent, ...(claims.length > 0 && { entered: claims }) },
    })
    .catch(() => undefined);
}
