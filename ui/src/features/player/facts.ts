import type { HistoryOfQuestion } from "@/api/types";
import { formatSeconds } from "@/lib/format";
import { isPaste, pasteWords } from "./bands";
import { counter } from "./characters";
import { t } from "./texts";

export interface Moment {
  /** In ms from the start. */
  at: number;
  words: string;
}

/** Pastes into an answer, such as "412 characters pasted at 17:20:05"; `start`: ms since 1970. */
export function pastes({ steps }: HistoryOfQuestion, start: number): Moment[] {
  const count = counter(steps);
  return steps.filter(isPaste).map((step) => ({
    at: step[0],
    words: t("wordsAt", { words: pasteWords(step, count(step)), time: formatSeconds(start + step[0]) }),
  }));
}

type Arrival = HistoryOfQuestion["saves"][number]["arrival"];

/** Saves that did not count when they arrived. */
const APART = [
  ["after_end", "afterEnd"],
  ["other_browser", "otherBrowser"],
  ["file", "inFile"],
] as const satisfies readonly (readonly [Arrival, string])[];

/** Facts of an answer's history, without judging it. */
export function factWords({
  steps,
  saves,
  typed_chars,
  pasted_chars,
  accepted,
}: HistoryOfQuestion): string[] {
  const of = (...arrivals: Arrival[]) => saves.filter(({ arrival }) => arrivals.includes(arrival)).length;
  const apart = APART.filter(([arrival]) => of(arrival) > 0).map(([arrival, words]) =>
    t(words, { count: of(arrival) }),
  );
  return [
    steps.some(([, source]) => source !== 6)
      ? t("typedPasted", { typed: typed_chars, pasted: pasted_chars })
      : t("noFiner"),
    t("saveCount", { count: of("counted", "found") }),
    [...apart, ...(accepted ? [t("oneAccepted")] : [])].join(", "),
  ].filter((words) => words !== "");
}

/** The question with the most to play; of equal ones the first. */
export const longest = (questions: HistoryOfQuestion[]) =>
  questions.reduce<HistoryOfQuestion | undefined>(
    (best, one) => (best && best.steps.length >= one.steps.length ? best : one),
    undefined,
  );
