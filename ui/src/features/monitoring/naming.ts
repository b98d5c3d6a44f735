import type { Invite, Monitored } from "@/api/types";

/**
 * The invites with the names of those who are watched: the list of invites hides the names of an anonymous test, and
 * monitoring does not.
 */
export function named(invites: Invite[] | undefined, rows: Monitored[] | undefined): Invite[] | undefined {
  const known = new Map(rows?.map((row) => [row.invite_id, row]));
  return invites?.map((invite) => {
    const { applicant_name = invite.applicant_name, applicant_email = invite.applicant_email } =
      known.get(invite.id) ?? {};
    return applicant_name === invite.applicant_name ? invite : { ...invite, applicant_name, applicant_email };
  });
}
