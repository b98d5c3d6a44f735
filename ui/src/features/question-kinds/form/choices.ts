import type { Choice } from "@/api/questions";
import { t } from "@/features/question-kinds/staff-texts";
import { first, type Problem } from "./problem";

export const CHOICES_MIN = 2;
export const CHOICES_MAX = 20;

/** A text of a list while it is being written. */
export interface ChoiceDraft {
  id: string;
  text: string;
}

export interface MarkedChoice extends ChoiceDraft {
  correct: boolean;
  /** Keeps its place where a section shuffles options. */
  pinned?: boolean | undefined;
}

/** Random, so that an id says nothing about order, pairs or what is right. */
export function newChoiceId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return [...bytes].map((byte) => (byte % 36).toString(36)).join("");
}

export const blankChoice = (text = ""): ChoiceDraft => ({ id: newChoiceId(), text });
export const blankMarked = (text = ""): MarkedChoice => ({ ...blankChoice(text), correct: false });

export const isFilled = ({ text }: { text: string }) => text.trim() !== "";

/** Filled ones, trimmed. */
export const filled = <C extends ChoiceDraft>(choices: C[]): C[] =>
  choices.filter(isFilled).map((choice) => ({ ...choice, text: choice.text.trim() }));

/** In the order of their random ids: the order of a request says nothing either. */
export const written = (choices: ChoiceDraft[]): Choice[] =>
  choices.map(({ id, text }) => ({ id, text })).sort((a, b) => (a.id < b.id ? -1 : 1));

/** At least as many rows as a question needs. */
export function padded<C>(choices: C[], blank: () => C, count = CHOICES_MIN): C[] {
  return [...choices, ...Array.from({ length: Math.max(0, count - choices.length) }, blank)];
}

const hasTwins = (choices: ChoiceDraft[]) => new Set(choices.map(({ text }) => text)).size < choices.length;

const TWO = { options: "twoOptions", pairs: "twoPairs", items: "twoItems" } as const;
const ONES = { options: "manyOptions", pairs: "manyPairs", items: "manyItems" } as const;

/** Problems of a list of filled texts. */
export function listProblem(choices: ChoiceDraft[], place: string, kind: keyof typeof ONES): Problem | null {
  const ones = t(ONES[kind]);
  return first(
    choices.length < CHOICES_MIN && { place, text: t(TWO[kind]) },
    choices.length > CHOICES_MAX && { place, text: t("listMax", { ones, max: CHOICES_MAX }) },
    hasTwins(choices) && { place, text: t("twins", { ones }) },
  );
}
