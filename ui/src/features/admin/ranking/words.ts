import { formatDate, plural, points } from "@/lib/format";
import { exactPercent } from "@/lib/score";
import type { Tone } from "@/ui/Badge";
import { withBlanks } from "@/ui/rich-text/gaps";
import type { DecisionValue, FieldFigures, Flags, RankedQuestion, RankingRow } from "./wire";

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

/** "2 of 16 points" of what is scored, where the sections say how many points the paper has; null otherwise. */
export function scoredWords({ sections, pending_points }: Pick<RankingRow, "sections" | "pending_points">) {
  const asked = sections.filter((section) => section !== null);
  const sum = (of: "earned" | "points") => asked.reduce((total, section) => total + section[of], 0);
  const scored = sum("points") - pending_points;
  return scored > 0 ? `${Math.round(sum("earned") * 100) / 100} of ${points(scored)}` : null;
}

/** The label of a question, with a line for each gap; the server may have cut the last mark. */
export const labelOf = ({ kind, label }: Pick<RankedQuestion, "kind" | "label">) =>
  kind === "gaps" ? withBlanks(label).replace(/\[\[[\w-]*\]?…$/, "____…") : label;

/** Why a row has no rank. */
export const provisionalReason = ({ pending_points }: Pick<RankingRow, "pending_points">) =>
  `${points(pending_points)} to review; no rank until then`;

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
export function bulkWords(outcomes: readonly { outcome: string }[], value: DecisionValue | null): string {
  const count = (name: string) => outcomes.filter(({ outcome }) => outcome === name).length;
  const [changed, unchanged, gone] = [count("changed"), count("unchanged"), count("not_found")];
  return [
    `${plural(changed, "candidate")}: ${decisionLabel(value).toLowerCase()}`,
    ...(unchanged > 0 ? [`${unchanged} already`] : []),
    ...(gone > 0 ? [`${gone} deleted meanwhile`] : []),
  ].join(", ");
}
