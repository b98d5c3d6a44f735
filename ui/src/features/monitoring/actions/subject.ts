import type { Invite, Monitored } from "@/api/types";

/** Paused by a proctor: a break, which the candidate takes, can be paused as well. */
const isPaused = (row: Monitored) => row.paused_since != null && row.break_until == null;

/** The candidate whose running test an action concerns. */
export interface Subject {
  inviteId: string;
  attemptId: string;
  name: string;
  title: string;
  /** A proctor has paused the test. */
  paused: boolean;
  /** Server's time (RFC 3339) of what is shown. */
  seenAt?: string | undefined;
}

export function subjectOf(row: Monitored): Subject | null {
  if (!row.ready || !row.attempt_id) return null;
  return {
    inviteId: row.invite_id,
    attemptId: row.attempt_id,
    name: row.applicant_name,
    title: row.test_title,
    paused: isPaused(row),
    seenAt: row.server_time,
  };
}

export function subjectOfInvite(invite: Invite, row: Monitored | undefined): Subject | null {
  if (invite.status !== "in_progress" || !invite.attempt_id) return null;
  return {
    inviteId: invite.id,
    attemptId: invite.attempt_id,
    name: invite.applicant_name,
    title: invite.test_title,
    paused: row !== undefined && isPaused(row),
    seenAt: row?.server_time,
  };
}
