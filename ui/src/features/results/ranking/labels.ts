import type { Decision, DecisionValue, FieldFigures, Flags, RankedQuestion, RankingRow } from "@/api/ranking";
import { formatDate, plural } from "@/lib/format";
import { exactPercent, type PointsSoFar, pointsWords } from "@/lib/score";
import type { Tone } from "@/ui/Badge";
import { withBlanks } from "@/ui/rich-text/gaps";

export const DECISION_LABELS: Record<DecisionValue, string> = {
  shortlist: "Shortlisted",
  hold: "On hold",
  reject: "Rejected",
};
export const DECISION_ACTIONS: Record<DecisionValue, string> = {
  shortlist: "Shortlist",
  hold: "Hold",
  reject: "Reject",
};
export const DECISION_TONES: Record<DecisionValue, Tone> = {
  shortlist: "green",
  hold: "amber",
  reject: "grey",
};
export const NO_DECISION = "No decision";

export const decisionLabel = (value: DecisionValue | null) => (value ? DECISION_LABELS[value] : NO_DECISION);

/** "Told on Nov 20, 2026: shortlisted", of the last mail. */
export function toldWords(told: RankingRow["told"]): string | null {
  const last = told.at(-1);
  return last ? `Told on ${formatDate(last.at)}: ${DECISION_LABELS[last.value].toLowerCase()}` : null;
}

/** The label of a question, with a line for each gap; the server may have cut the last mark. */
export const labelOf = ({ kind, label }: Pick<RankedQuestion, "kind" | "label">) =>
  kind === "gaps" ? withBlanks(label).replace(/\[\[[\w-]*\]?…$/, "____…") : label;

/** Why a row has no rank. */
export const provisionalReason = (row: PointsSoFar) => `${pointsWords(row).pending}; no rank until then`;

/** "Percentile 92.4". Candidates of the same score count half, so it is no share of those who are below. */
export const percentileWords = (percentile: number) => `Percentile ${exactPercent(percentile).slice(0, -1)}`;

const FLAG_WORDS: Record<Exclude<keyof Flags, "total">, string> = {
  left_tab: "left the tab",
  pasted: "pasted text",
  left_fullscreen: "left full screen",
  camera: "camera lost",
  second_screen: "second screen",
  unmonitored: "continued without camera",
  proctor: "flagged by a proctor",
};

/** Signals by kind, in neutral words: "left the tab 3, pasted text 1". */
export function flagWords(flags: Flags): string {
  return Object.entries(FLAG_WORDS)
    .map(([key, words]) => ({ words, count: flags[key as keyof typeof FLAG_WORDS] }))
    .filter(({ count }) => count > 0)
    .map(({ words, count }) => `${words} ${count}`)
    .join(", ");
}

/** "3 submissions wait for a review; they have no rank until then and stand last." */
export function provisionalNote({ provisional }: FieldFigures): string | null {
  if (provisional === 0) return null;
  return provisional === 1
    ? "1 submission waits for a review: it has no rank until then and stands last."
    : `${provisional} submissions wait for a review: they have no rank until then and stand last.`;
}

/** The result of a decision on many. */
/** Who keeps the decision that a colleague made meanwhile; empty without one. */
export function keptWords(
  outcomes: readonly { submission_id: string; outcome: string; current?: { decision: Decision | null } }[],
  rows: readonly { submission_id: string; applicant_name: string }[],
): string {
  const kept = outcomes.filter(({ outcome }) => outcome === "changed_meanwhile");
  const names = kept.slice(0, 3).map(({ submission_id, current }) => {
    const name = rows.find((row) => row.submission_id === submission_id)?.applicant_name ?? "A candidate";
    const { decision } = current ?? { decision: null };
    return `${name} (${decisionLabel(decision?.value ?? null).toLowerCase()}${decision ? ` by ${decision.by}` : ""})`;
  });
  if (kept.length === 0) return "";
  const more = kept.length > names.length ? [`${kept.length - names.length} more`] : [];
  return `Decided on by a colleague meanwhile, and unchanged: ${[...names, ...more].join(", ")}`;
}

export function bulkWords(outcomes: readonly { outcome: string }[], value: DecisionValue | null): string {
  const count = (name: string) => outcomes.filter(({ outcome }) => outcome === name).length;
  const [changed, unchanged, gone] = [count("changed"), count("unchanged"), count("not_found")];
  return [
    `${plural(changed, "candidate")}: ${decisionLabel(value).toLowerCase()}`,
    ...(unchanged > 0 ? [`${unchanged} already`] : []),
    ...(gone > 0 ? [`${gone} deleted meanwhile`] : []),
  ].join(", ");
}
