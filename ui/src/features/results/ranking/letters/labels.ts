import type { RankingRow, SendRow } from "@/api/ranking";
import { plural } from "@/lib/format";

export type Told = "shortlist" | "reject";

export const TOLD: { value: Told; label: string }[] = [
  { value: "shortlist", label: "They are shortlisted" },
  { value: "reject", label: "They are rejected" },
];

/** Placeholders that the server replaces in a subject or a text. */
export const PLACEHOLDERS = ["{applicant_name}", "{test_title}", "{company}"];

export const TEMPLATES: Record<Told, { subject: string; body: string }> = {
  shortlist: {
    subject: "Next steps after {test_title}",
    body: `Hello {applicant_name},

Thank you for taking {test_title}. We would like to meet you, and will write to you soon to agree on a time.

Kind regards,
{company}`,
  },
  reject: {
    subject: "Your application: {test_title}",
    body: `Hello {applicant_name},

Thank you for the time that you spent on {test_title}. We have decided not to continue with your application.

We wish you all the best.

Kind regards,
{company}`,
  },
};

const OUTCOMES: Record<SendRow["outcome"], string> = {
  queued: "gets the email",
  already_told: "has already received this email",
  decision_differs: "has another decision",
  provisional: "has no final score yet",
  no_address: "has no email address",
  not_found: "was deleted",
};
export const outcomeWords = (outcome: SendRow["outcome"], decided: boolean) =>
  outcome === "decision_differs" && !decided ? "has no decision yet" : OUTCOMES[outcome];

export const queuedOf = (rows: readonly SendRow[]) =>
  rows.filter(({ outcome }) => outcome === "queued").length;

/** "3 emails are sent. 2 are left out." */
export function effectWords(rows: readonly SendRow[]): string {
  const queued = queuedOf(rows);
  const left = rows.length - queued;
  const sent =
    queued === 0 ? "No email is sent." : `${plural(queued, "email")} ${queued === 1 ? "is" : "are"} sent.`;
  return left === 0 ? sent : `${sent} ${left} ${left === 1 ? "is" : "are"} left out.`;
}

/** The text with a placeholder at the cursor. */
export const inserted = (text: string, at: number, placeholder: string) =>
  text.slice(0, at) + placeholder + text.slice(at);

type Row = Pick<RankingRow, "applicant_name" | "told" | "submission_id">;

/** Those of the rows whose last letter said this already: no one is told twice by default. */
export const toldBefore = <R extends Row>(rows: readonly R[], decision: Told): R[] =>
  rows.filter(({ told }) => told.at(-1)?.value === decision);

const NAMED = 5;

/** "Ann Lee, Bob Ray and 3 more". */
export function namesOf(rows: readonly Row[]): string {
  const names = rows.slice(0, NAMED).map(({ applicant_name }) => applicant_name);
  const more = rows.length - names.length;
  return more > 0 ? `${names.join(", ")} and ${more} more` : names.join(", ");
}
