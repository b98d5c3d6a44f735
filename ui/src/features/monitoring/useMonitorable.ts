import { useQuery } from "@tanstack/react-query";
import { api } from "@/api/client";
import type { Invite } from "@/api/types";

/** Milliseconds between two looks at the list (spec §9); the event stream is faster where it works. */
const POLL = 5_000;

/** Invites in progress, and those that wait for their scheduled time. */
export function useMonitorable() {
  return useQuery({
    queryKey: ["monitorable"],
    queryFn: ({ signal }) =>
      api.get<Invite[]>("/invites", { signal, query: { status_filter: "monitorable", limit: 1000 } }),
    refetchInterval: POLL,
  });
}

export const isReady = (invite: Invite) => invite.status === "in_progress";

/** Running tests first, then those that wait, each in the order in which they begin. */
export function inOrder(invites: Invite[]): Invite[] {
  const start = (invite: Invite) => invite.started_at ?? invite.scheduled_date ?? invite.created_at;
  return [...invites].sort(
    (a, b) => Number(isReady(b)) - Number(isReady(a)) || start(a).localeCompare(start(b)),
  );
}
