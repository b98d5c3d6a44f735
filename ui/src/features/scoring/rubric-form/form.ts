import type { Rubric, RubricInput } from "@/api/types";
import { type ChoiceDraft, filled, isFilled, newChoiceId } from "@/features/question-kinds/form/choices";
import { t } from "../rubric/texts";
import { STEP } from "../score";

export const ITEMS_MAX = 20;
export const SNIPPETS_MAX = 50;
const ITEMS_MIN = 2;

/** An item while it is being written. */
export interface ItemDraft extends ChoiceDraft {
  points: string;
  /** The server knows the item: scores refer to it. */
  isKnown: boolean;
}

export interface RubricDraft {
  mode: Rubric["mode"];
  items: ItemDraft[];
  model_answer: string;
  notes: string;
  snippets: ChoiceDraft[];
}

export const blankItem = (): ItemDraft => ({ id: newChoiceId(), text: "", points: "1", isKnown: false });
export const blankSnippet = (): ChoiceDraft => ({ id: newChoiceId(), text: "" });

export const draftOf = ({ mode, items, model_answer, notes, snippets }: Rubric): RubricDraft => ({
  mode,
  items: items.map(({ id, text, points }) => ({ id, text, points: String(points), isKnown: true })),
  model_answer,
  notes,
  snippets: snippets.map((text) => ({ ...blankSnippet(), text })),
});

/** Points of an item: in half points, more than none, at most the question's; null otherwise. */
export function itemPoints(text: string, full: number): number | null {
  const value = Number(text.trim().replace(",", "."));
  const isValid = text.trim() !== "" && value > 0 && value <= full && value % STEP === 0;
  return isValid ? value : null;
}

/** Why the items cannot be saved; null if they can. Rows without a text do not count. */
export function itemsProblem({ items }: RubricDraft, full: number): string | null {
  const written = items.filter(isFilled);
  if (written.length > 0 && written.length < ITEMS_MIN) return t("secondItem");
  const wrong = items.findIndex((item) => isFilled(item) && itemPoints(item.points, full) === null);
  if (wrong >= 0) return t("itemPointsWrong", { number: wrong + 1, step: STEP, max: full });
  return null;
}

/** The body of a save or a preview; rows without a text are left out. */
export function inputOf(draft: RubricDraft, full: number): RubricInput {
  return {
    mode: draft.mode,
    items: filled(draft.items).map(({ id, text, points, isKnown }) => ({
      ...(isKnown ? { id } : {}),
      text,
      points: itemPoints(points, full) ?? 0,
    })),
    model_answer: draft.model_answer.trim(),
    notes: draft.notes.trim(),
    snippets: filled(draft.snippets).map(({ text }) => text),
  };
}

/** The fields that decide points: a preview of any other change would show nothing. */
export const scoringPart = ({ mode, items }: RubricInput) => JSON.stringify({ mode, items });
