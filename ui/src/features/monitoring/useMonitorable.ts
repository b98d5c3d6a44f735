import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { queryOf } from "@/api/query";
import type { Invite, Monitored } from "@/api/types";
import { useNow } from "@/lib/now";
import { useRights } from "@/lib/rights";

/** Poll interval of the list in ms (docs/behaviour/monitoring.md#live-monitoring); the event stream is faster where it works. */
const POLL_INTERVAL_MS = 5_000;

export const MONITORABLE = queryOf("/invites", { query: { status_filter: "monitorable", limit: 1000 } });

/** What monitoring does not name. */
const UNTOLD = {
  expires_at: "",
  admin_scheduled: false,
  no_schedule: false,
  email_sent: true,
  email_queued: false,
  email_sent_at: null,
  token: "",
  invite_url: "",
};

/** An invite as those see it who watch and do not invite: without its link, and what happens to its mail. */
function watched(row: Monitored): Invite {
  const absent = <T>(value: T | null) => value ?? undefined;
  return {
    id: row.invite_id,
    test_id: row.test_id,
    test_title: row.test_title,
    test: { title: row.test_title, duration_minutes: 0 },
    applicant_name: row.applicant_name,
    applicant_email: row.applicant_email,
    status: row.ready ? "in_progress" : "scheduled",
    created_at: row.scheduled_date ?? row.started_at ?? row.server_time,
    scheduled_date: row.scheduled_date,
    attempt_id: absent(row.attempt_id),
    started_at: absent(row.started_at),
    deadline: absent(row.deadline),
    resume_requested_at: absent(row.resume_requested_at),
    ...UNTOLD,
  };
}

/**
 * Invites in progress, and those waiting for their scheduled time: of the tests that this person watches. Those who may not see
 * invites, or not of all these tests, have them from monitoring; what they may see of an invite is added.
 */
export function useMonitorable() {
  const { may, mayAll } = useRights();
  const seesAll = mayAll("invite") && mayAll("watch");
  const invites = useQuery({
    ...MONITORABLE,
    refetchInterval: POLL_INTERVAL_MS,
    enabled: may("invite"),
  });
  const seen = invites.data;
  const select = useMemo(() => {
    const known = new Map(seen?.map((invite) => [invite.id, invite]));
    return (rows: Monitored[]) => rows.map((row) => known.get(row.invite_id) ?? watched(row));
  }, [seen]);
  const rows = useQuery({
    ...queryOf("/admin/monitoring"),
    refetchInterval: POLL_INTERVAL_MS,
    structuralSharing: false,
    select,
    enabled: !seesAll,
  });
  return seesAll ? invites : rows;
}

/** Live state of each invite: video, position in the test, last save. */
export function useMonitored() {
  return useQuery({
    ...queryOf("/admin/monitoring"),
    refetchInterval: POLL_INTERVAL_MS,
    // It changes every second: structural sharing would gain nothing.
    structuralSharing: false,
  });
}

let ahead = 0;

/** Stores the server clock's offset from this computer's. */
export function useServerClock(rows: Monitored[] | undefined, readAt: number): void {
  const serverTime = rows?.[0]?.server_time;
  useEffect(() => {
    if (serverTime) ahead = Date.parse(serverTime) - readAt;
  }, [serverTime, readAt]);
}

/** The server's clock in ms since 1970 at a time of this computer's. */
export const serverTime = (own: number): number => own + ahead;

/** Server time in ms since 1970, updated each second while it is `active`. */
export const useServerNow = (active = true): number => serverTime(useNow(active));

/** An invite missing from the list: over, withdrawn or unknown. */
export function useInvite(id: string | undefined, enabled: boolean) {
  const { may } = useRights();
  return useQuery({
    ...queryOf("/invites/{id}", { path: { id: id ?? "" } }),
    enabled: enabled && Boolean(id) && may("invite"),
    retry: false,
    refetchInterval: ({ state }) => (state.data && !state.data.submission_id ? POLL_INTERVAL_MS * 2 : false),
  });
}

export function useEnded(submissionId: string) {
  return useQuery(queryOf("/results/{submission_id}", { path: { submission_id: submissionId } }));
}

export function useTimeline(attemptId: string | undefined) {
  return useQuery({
    ...queryOf("/attempts/{id}/timeline", { path: { id: attemptId ?? "" } }),
    enabled: Boolean(attemptId),
    refetchInterval: POLL_INTERVAL_MS * 2,
  });
}

export function useMessages(attemptId: string) {
  return useQuery({
    ...queryOf("/attempts/{id}/messages", { path: { id: attemptId } }),
    refetchInterval: POLL_INTERVAL_MS * 2,
  });
}

export const isReady = (invite: Invite) => invite.status === "in_progress";

/** Sort order: running tests first, then waiting ones, each by start time. */
export function inOrder(invites: Invite[]): Invite[] {
  const start = (invite: Invite) => invite.started_at ?? invite.scheduled_date ?? invite.created_at;
  return [...invites].sort(
    (a, b) => Number(isReady(b)) - Number(isReady(a)) || start(a).localeCompare(start(b)),
  );
}
