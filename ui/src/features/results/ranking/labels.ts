import type { Decision, DecisionValue, FieldFigures, Flags, RankedQuestion, RankingRow } from "@/api/ranking";
import type { ranking } from "@/i18n/staff/en/ranking";
import type { PlainKey } from "@/i18n/typed";
import { formatDate } from "@/lib/format";
import { exactPercent, type PointsSoFar, pointsWords } from "@/lib/score";
import type { Tone } from "@/ui/Badge";
import { withBlanks } from "@/ui/rich-text/gaps";
import { t } from "./texts";

/** What a decision does, on its button. */
export const decisionAction = (value: DecisionValue) => t(value);

export const DECISION_TONES: Record<DecisionValue, Tone> = {
  shortlist: "green",
  hold: "amber",
  reject: "grey",
};

export const decisionLabel = (value: DecisionValue | null) => (value ? t(`${value}Label`) : t("noDecision"));

/** The same inside a sentence. */
export const decisionInside = (value: DecisionValue | null) =>
  value ? t(`${value}Inside`) : t("noneInside");

/** "Told on Nov 20, 2026: shortlisted", of the last mail. */
export function toldWords(told: RankingRow["told"]): string | null {
  const last = told.at(-1);
  return last ? t("toldOn", { date: formatDate(last.at), decision: decisionInside(last.value) }) : null;
}

/** The label of a question, with a line for each gap; the server may have cut the last mark. */
export const labelOf = ({ kind, label }: Pick<RankedQuestion, "kind" | "label">) =>
  kind === "gaps" ? withBlanks(label).replace(/\[\[[\w-]*\]?…$/, "____…") : label;

/** Why a row has no rank. */
export const provisionalReason = (row: PointsSoFar) =>
  t("noRankUntil", { pending: pointsWords(row).pending });

/** "Percentile 92.4". Candidates of the same score count half, so it is no share of those who are below. */
export const percentileWords = (percentile: number) =>
  t("percentileOf", { value: exactPercent(percentile).slice(0, -1) });

/** By kind, in the order in which they are shown. */
const FLAG_WORDS = {
  left_tab: "leftTab",
  pasted: "pasted",
  left_fullscreen: "leftFullscreen",
  camera: "camera",
  second_screen: "secondScreen",
  unmonitored: "unmonitored",
  proctor: "proctor",
} as const satisfies Record<Exclude<keyof Flags, "total">, PlainKey<typeof ranking>>;

type FlagKey = (typeof FLAG_WORDS)[keyof typeof FLAG_WORDS];

/** Signals by kind, in neutral words: "left the tab 3, pasted text 1". */
export function flagWords(flags: Flags, say: (key: FlagKey) => string = t): string {
  return Object.entries(FLAG_WORDS)
    .map(([key, words]) => ({ words: say(words), count: flags[key as keyof typeof FLAG_WORDS] }))
    .filter(({ count }) => count > 0)
    .map(({ words, count }) => `${words} ${count}`)
    .join(", ");
}

/** "3 submissions wait for a review; they have no rank until then and stand last." */
export function provisionalNote({ provisional }: FieldFigures): string | null {
  return provisional === 0 ? null : t("provisional", { count: provisional });
}

/** The result of a decision on many. */
/** Who keeps the decision that a colleague made meanwhile; empty without one. */
export function keptWords(
  outcomes: readonly { submission_id: string; outcome: string; current?: { decision: Decision | null } }[],
  rows: readonly { submission_id: string; applicant_name: string }[],
): string {
  const kept = outcomes.filter(({ outcome }) => outcome === "changed_meanwhile");
  const names = kept.slice(0, 3).map(({ submission_id, current }) => {
    const name = rows.find((row) => row.submission_id === submission_id)?.applicant_name ?? t("aCandidate");
    const { decision } = current ?? { decision: null };
    const words = decisionInside(decision?.value ?? null);
    return decision ? t("keptBy", { name, decision: words, by: decision.by }) : `${name} (${words})`;
  });
  if (kept.length === 0) return "";
  const more = kept.length > names.length ? [t("moreNames", { count: kept.length - names.length })] : [];
  return t("unchangedByColleague", { names: [...names, ...more].join(", ") });
}

export function bulkWords(outcomes: readonly { outcome: string }[], value: DecisionValue | null): string {
  const count = (name: string) => outcomes.filter(({ outcome }) => outcome === name).length;
  const [changed, unchanged, gone] = [count("changed"), count("unchanged"), count("not_found")];
  return [
    t("bulkChanged", { count: changed, decision: decisionInside(value) }),
    ...(unchanged > 0 ? [t("bulkAlready", { count: unchanged })] : []),
    ...(gone > 0 ? [t("bulkGone", { count: gone })] : []),
  ].join(", ");
}

/** The label of a section: the server's where it has no title, which is in the language of the page. */
export function sectionWords(label: string): string {
  const number = /^Section (\d+)$/.exec(label)?.[1];
  return number ? t("sectionNumber", { number }) : label;
}
