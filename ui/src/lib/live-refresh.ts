import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { ASSIGNMENTS, DECISIONS, INVITES, NAMED, NOTIFICATIONS, RESULTS } from "@/api/groups";
import type { Readable } from "@/api/query";
import { listen } from "./events";

const MONITORING: readonly Readable[] = ["/admin/monitoring", "/attempts/{id}/timeline"];
const SESSIONS: readonly Readable[] = [
  "/sessions",
  "/sessions/{id}",
  "/sessions/{id}/people",
  "/sessions/{id}/announcements",
  "/sessions/{id}/rehearsal",
  "/sessions/{id}/questions",
];
const ATTEMPT: readonly Readable[] = [
  ...INVITES,
  ...MONITORING,
  "/sessions/{id}/people",
  ...RESULTS,
  "/admin/overview",
  "/admin/scoring-queue",
  "/tests/funnels",
  "/attempts/{id}/messages",
  "/results/{submission_id}/history",
];

/** Operations whose queries an event invalidates. No list shows `answers.saved`, sent every two seconds per candidate. */
const STALE: Record<string, readonly Readable[]> = {
  "invite.changed": [...INVITES, "/admin/overview", "/admin/monitoring", "/tests/funnels"],
  "attempt.changed": ATTEMPT,
  "video.changed": MONITORING,
  "signal.added": MONITORING,
  "submission.scored": [
    ...RESULTS,
    "/admin/scoring-queue",
    "/admin/scoring/by-question",
    "/admin/overview",
    ...ASSIGNMENTS,
  ],
  "submission.decided": DECISIONS,
  "pass_mark.changed": DECISIONS,
  "session.changed": SESSIONS,
  "question.changed": ["/questions-asked", "/sessions/{id}/questions"],
  "outage.changed": ["/admin/outages"],
  "share.changed": [...MONITORING, ...SESSIONS, "/questions-asked", "/admin/outages"],
  "repairs.changed": [...RESULTS, "/tests/{id}/repairs", "/admin/scoring-queue"],
  "anonymity.changed": NAMED,
  "similarity.changed": ["/tests/{id}/similarity"],
  "rubric.changed": [
    ...RESULTS,
    "/tests/{id}/rubrics/{question_id}",
    "/admin/scoring/{submission_id}",
    "/admin/scoring-queue",
  ],
  "assignments.changed": [
    ...ASSIGNMENTS,
    "/tests/{id}/ranking",
    "/tests/{id}/matrix",
    "/results",
    "/admin/scoring-queue",
  ],
  "reviewing.changed": ["/reviewing"],
  notification: [...NOTIFICATIONS, "/admin/overview"],
  reload: [
    ...ATTEMPT,
    ...SESSIONS,
    ...NOTIFICATIONS,
    ...ASSIGNMENTS,
    "/tests",
    "/admin/outages",
    "/reviewing",
    "/auth/rights",
  ],
};
/** Debounce in ms: a group that starts together causes hundreds of events, which one refresh covers. */
const DEBOUNCE_MS = 800;
/** Timeout in ms after which a pending fetch is restarted. */
const FETCH_TIMEOUT_MS = 10_000;

/**
 * Invalidates stale queries, by operation and time of staleness. A query being fetched waits for the next round: a restart
 * would abort a "Load more", and on a slow line the refresh itself, for as long as events arrive.
 */
export function refresh(client: QueryClient, stale: Map<Readable, number>, now = Date.now()): void {
  for (const [operation, since] of stale) {
    const queryKey = [operation];
    if (client.isFetching({ queryKey }) > 0 && now - since < FETCH_TIMEOUT_MS) continue;
    stale.delete(operation);
    void client.invalidateQueries({ queryKey });
  }
}

/** Refreshes mounted queries on server events. */
export function useLiveRefresh(): void {
  const client = useQueryClient();
  useEffect(() => {
    const stale = new Map<Readable, number>();
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
      for (const operation of STALE[type] ?? []) if (!stale.has(operation)) stale.set(operation, Date.now());
      gather();
    });
    return () => {
      leave();
      window.clearTimeout(timer);
    };
  }, [client]);
}
