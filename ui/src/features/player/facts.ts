import type { HistoryOfQuestion } from "@/api/types";
import { formatSeconds, plural } from "@/lib/format";
import { isPaste, pasteWords } from "./bands";
import { counter } from "./characters";

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
    words: `${pasteWords(step, count(step))} at ${formatSeconds(start + step[0])}`,
  }));
}

type Arrival = HistoryOfQuestion["saves"][number]["arrival"];

/** Saves that did not count when they arrived. */
const APART: readonly (readonly [Arrival, string])[] = [
  ["after_end", "after the end"],
  ["other_browser", "in another browser"],
  ["file", "in an answers file"],
];

/** Facts of an answer's history, without judging it. */
export function factWords({
  steps,
  saves,
  typed_chars,
  pasted_chars,
  accepted,
}: HistoryOfQuestion): string[] {
  const of = (...arrivals: Arrival[]) => saves.filter(({ arrival }) => arrivals.includes(arrival)).length;
  const apart = APART.filter(([arrival]) => of(arrival) > 0).map(
    ([arrival, words]) => `${plural(of(arrival), "save")} ${words}`,
  );
  return [
    steps.some(([, source]) => source !== 6)
      ? `${plural(typed_chars, "character")} typed, ${plural(pasted_chars, "character")} pasted`
      : "No finer times than the saves",
    plural(of("counted", "found"), "save"),
    [...apart, ...(accepted ? ["one accepted"] : [])].join(", "),
  ].filter((words) => words !== "");
}

/** The question with the most to play; of equal ones the first. */
export const longest = (questions: HistoryOfQuestion[]) =>
  questions.reduce<HistoryOfQuestion | undefined>(
    (best, one) => (best && best.steps.length >= one.steps.length ? best : one),
    undefined,
  );
