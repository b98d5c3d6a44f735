import { ApiFailure } from "@/api/client";
import type { Question } from "@/api/questions";
import type { ErrorOf } from "@/features/question-kinds/form/problem";
import { DIALOG_TEXTS, findProblem, type QuestionDraft, toQuestion } from "./rules";

/** Sentences by the API's name of a field of one question: `options`, `gaps[0].accepted`. */
export type Errors = Record<string, string>;

const PREFIX = /^questions\[(\d+)\](?:\.(.+))?$/;

/** Errors of the server about the question at `index`. */
export function errorsOf(fields: Record<string, string>, index: number): Errors {
  const own = Object.entries(fields).flatMap(([field, text]) => {
    const match = PREFIX.exec(field);
    return match && Number(match[1]) === index ? [[match[2] ?? "question", text] as const] : [];
  });
  return Object.fromEntries(own);
}

/** Errors of the server about each question of a list as it was sent. A changed question has no errors. */
export const refusals =
  (error: unknown, asked: readonly Question[]) =>
  (question: Question): Errors => {
    const index = asked.indexOf(question);
    return error instanceof ApiFailure && index >= 0 ? errorsOf(error.fields, index) : {};
  };

/** Fields whose errors are about the same control, or about each other. */
const TOGETHER = [
  ["options", "correct_answer", "correct_answers", "order", "prompts", "pairs"],
  ["accepted", "pattern"],
  ["correct_number", "tolerance", "unit"],
  ["question", "gaps"],
];

const leading = (place: string) => /^\w+/.exec(place)?.[0] ?? place;

/** The errors that still hold after a change: those of fields that it did not touch, and those that it did not fix. */
export function standing(errors: Errors, before: QuestionDraft, after: QuestionDraft): Errors {
  if (Object.keys(errors).length === 0) return errors;
  if (before.type !== after.type) return {};
  const [old, fresh] = [toQuestion(before), toQuestion(after)];
  const names = Object.keys({ ...old, ...fresh }) as (keyof typeof old)[];
  const changed = names.filter((name) => JSON.stringify(old[name]) !== JSON.stringify(fresh[name]));
  // As typed: what is not a number of points is written as another.
  if (before.points !== after.points) changed.push("points");
  const touched = new Set<string>(
    changed.flatMap((name) => [name, ...(TOGETHER.find((group) => group.includes(name)) ?? [])]),
  );
  const problem = findProblem(after, DIALOG_TEXTS);
  const holds = ([place, text]: [string, string]) =>
    (problem?.place === place && problem.text === text) || !touched.has(leading(place));
  return Object.fromEntries(Object.entries(errors).filter(holds));
}

export const reader =
  (errors: Errors): ErrorOf =>
  (...places) =>
    places.map((place) => errors[place]).find((text) => text !== undefined);
