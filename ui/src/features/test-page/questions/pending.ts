import type { Question } from "@/api/types";
import { contentOf, itemsOf, sectionsOf, written } from "@/features/questions/content/sections";
import {
  DIALOG_TEXTS,
  findProblem,
  isWritten,
  type QuestionDraft,
  toQuestion,
} from "@/features/questions/form/rules";
import type { TestFields } from "@/features/tests/input";
import { withAdded, withItem } from "@/features/tests/sections/edits";

/** The question of the test that a half-written one changes; null if it is a new one. */
export function originalOf(fields: TestFields, pending: QuestionDraft): Question | null {
  const item = itemsOf(fields).find(({ id }) => id === pending.id);
  return item?.kind === "written" ? item.question : null;
}

/** The fields with the question that is still open; what is wrong with it, as a toast says it. */
export function withPending(
  fields: TestFields,
  pending: QuestionDraft | undefined,
  section: string | null,
): { fields: TestFields } | { problem: string } {
  if (!pending) return { fields };
  const original = originalOf(fields, pending);
  if (!isWritten(pending, original)) return { fields };
  const problem = findProblem(pending, DIALOG_TEXTS);
  if (problem) return { problem: problem.toast };
  const item = written(toQuestion(pending));
  const sections = sectionsOf(fields);
  const target = sections.find(({ id }) => id === section) ?? sections.at(-1);
  const next = original ? withItem(sections, item.id, item) : withAdded(sections, target?.id ?? "", [item]);
  return { fields: { ...fields, ...contentOf(next) } };
}
