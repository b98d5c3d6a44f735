import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { api } from "@/api/client";
import type { Invite, Monitored, ProctorMessage, ResultDetail, Timeline } from "@/api/types";
import { useNow } from "@/lib/now";

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

/** What the server knows of each of them at this moment: picture, place in the test, last save. */
export function useMonitored() {
  return useQuery({
    queryKey: ["monitored"],
    queryFn: ({ signal }) => api.get<Monitored[]>("/admin/monitoring", { signal }),
    refetchInterval: POLL,
    // It differs with every second: nothing is gained by comparing it with what was there.
    structuralSharing: false,
  });
}

let ahead = 0;

/** Takes over by how much the server's clock is ahead of this computer's. */
export function useServerClock(rows: Monitored[] | undefined, readAt: number): void {
  const told = rows?.[0]?.server_time;
  useEffect(() => {
    if (told) ahead = Date.parse(told) - readAt;
  }, [told, readAt]);
}

/** Milliseconds since 1970 by the server's clock, each second anew. */
export const useServerNow = (): number => useNow() + ahead;

/** An invite that the list does not have: over, withdrawn, or never there. */
export function useInvite(id: string | undefined, enabled: boolean) {
  return useQuery({
    queryKey: ["invites", "one", id],
    queryFn: ({ signal }) => api.get<Invite>(`/invites/${encodeURIComponent(id ?? "")}`, { signal }),
    enabled: enabled && Boolean(id),
    retry: false,
    refetchInterval: ({ state }) => (state.data && !state.data.submission_id ? POLL * 2 : false),
  });
}

export function useEnded(submissionId: string) {
  return useQuery({
    queryKey: ["results", "detail", submissionId],
    queryFn: ({ signal }) => api.get<ResultDetail>(`/results/${submissionId}`, { signal }),
  });
}

export function useTimeline(attemptId: string | undefined) {
  return useQuery({
    queryKey: ["timeline", attemptId],
    queryFn: ({ signal }) => api.get<Timeline>(`/attempts/${attemptId}/timeline`, { signal }),
    enabled: Boolean(attemptId),
    refetchInterval: POLL * 2,
  });
}

export function useMessages(attemptId: string) {
  return useQuery({
    queryKey: ["messages", attemptId],
    queryFn: ({ signal }) => api.get<ProctorMessage[]>(`/attempts/${attemptId}/messages`, { signal }),
    refetchInterval: POLL * 2,
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
