import type { RankingRow, SendRow } from "@/api/ranking";
import { t } from "../texts";

export type Told = "shortlist" | "reject";

export const toldChoices = (): { value: Told; label: string }[] => [
  { value: "shortlist", label: t("theyShortlisted") },
  { value: "reject", label: t("theyRejected") },
];

/** Placeholders that the server replaces in a subject or a text. */
export const PLACEHOLDERS = ["{applicant_name}", "{test_title}", "{company}"];

/** Placeholders stay as they are in a template. */
const AS_THEY_ARE = {
  applicant_name: "{applicant_name}",
  test_title: "{test_title}",
  company: "{company}",
};

/** The letter that is offered first, in the language of its author. */
export const templateOf = (told: Told): { subject: string; body: string } => ({
  subject: t(`${told}Subject`, AS_THEY_ARE),
  body: t(`${told}Body`, AS_THEY_ARE),
});

const OUTCOMES = {
  queued: "getsEmail",
  already_told: "alreadyReceived",
  decision_differs: "otherDecision",
  provisional: "notFinal",
  no_address: "noAddress",
  not_found: "wasDeleted",
} as const satisfies Record<SendRow["outcome"], string>;
export const outcomeWords = (outcome: SendRow["outcome"], decided: boolean) =>
  outcome === "decision_differs" && !decided ? t("notDecided") : t(OUTCOMES[outcome]);

export const queuedOf = (rows: readonly SendRow[]) =>
  rows.filter(({ outcome }) => outcome === "queued").length;

/** "3 emails are sent. 2 are left out." */
export function effectWords(rows: readonly SendRow[]): string {
  const queued = queuedOf(rows);
  const left = rows.length - queued;
  const sent = queued === 0 ? t("noEmailSent") : t("emailsSent", { count: queued });
  return left === 0 ? sent : `${sent} ${t("areLeftOut", { count: left })}`;
}

/** The text with a placeholder at the cursor. */
export const inserted = (text: string, at: number, placeholder: string) =>
  text.slice(0, at) + placeholder + text.slice(at);

type Row = Pick<RankingRow, "applicant_name" | "told" | "submission_id">;

/** Rows with this decision, to which alone a letter about it goes. */
export const decidedSo = <R extends { decision: { value: string } | null }>(
  rows: readonly R[],
  decision: Told,
): R[] => rows.filter((row) => row.decision?.value === decision);

/** Rows whose last letter said this already: by default, no one gets it twice. */
export const toldBefore = <R extends Row>(rows: readonly R[], decision: Told): R[] =>
  rows.filter(({ told }) => told.at(-1)?.value === decision);

const NAMED = 5;

/** "Ann Lee, Bob Ray and 3 more". */
export function namesOf(rows: readonly Row[]): string {
  const names = rows.slice(0, NAMED).map(({ applicant_name }) => applicant_name);
  const more = rows.length - names.length;
  return more > 0 ? t("andMore", { names: names.join(", "), count: more }) : names.join(", ");
}
