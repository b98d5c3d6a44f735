import { choicesOf, type Question } from "@/api/questions";
import { blankChoice, type ChoiceDraft, filled, listProblem, padded, written } from "../form/choices";
import type { Problem } from "../form/problem";

/** Items in the right order. */
export function readItems(question: Question): ChoiceDraft[] {
  const { order = [] } = question;
  const items = choicesOf(question)
    .map(({ id, text }) => ({ id, text }))
    .sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
  return padded(items, blankChoice, items.length === 0 ? 3 : undefined);
}

export function writeItems(items: ChoiceDraft[]): Partial<Question> {
  const options = filled(items);
  return { options: written(options), order: options.map(({ id }) => id) };
}

export const itemsProblem = (items: ChoiceDraft[]): Problem | null =>
  listProblem(filled(items), "options", "items");
