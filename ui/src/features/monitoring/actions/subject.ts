import type { Invite, Monitored } from "@/api/types";

/** The candidate whose running test an action concerns. */
export interface Subject {
  inviteId: string;
  attemptId: string;
  name: string;
  title: string;
  /** The clock of the test stands still. */
  paused: boolean;
}

export function subjectOf(row: Monitored): Subject | null {
  if (!row.ready || !row.attempt_id) return null;
  return {
    inviteId: row.invite_id,
    attemptId: row.attempt_id,
    name: row.applicant_name,
    title: row.test_title,
    paused: row.paused_since != null,
  };
}

export function subjectOfInvite(invite: Invite, row: Monitored | undefined): Subject | null {
  if (invite.status !== "in_progress" || !invite.attempt_id) return null;
  return {
    inviteId: invite.id,
    attemptId: invite.attempt_id,
    name: invite.applicant_name,
    title: invite.test_title,
    paused: row?.paused_since != null,
  };
}
