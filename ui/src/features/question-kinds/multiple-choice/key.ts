import { type Question, textsOf } from "@/api/questions";
import { blankMarked, type MarkedChoice } from "../form/choices";

export const OPTIONS_START = 4;
export const OPTIONS_MIN = 2;
/** Options that an author can add; imported questions may have more, which stay. */
export const OPTIONS_MAX = 6;

export interface OptionsDraft {
  options: string[];
  correct_answer: string;
  /** Texts of options that keep their place. */
  pinned_options: string[];
}

export function readOptions(question: Question): OptionsDraft {
  const isChoice = question.type === "multiple_choice";
  const options = textsOf(question);
  while (options.length < (isChoice ? OPTIONS_MIN : OPTIONS_START)) options.push("");
  return {
    options,
    correct_answer: question.correct_answer ?? "",
    pinned_options: isChoice ? (question.pinned_options ?? []) : [],
  };
}

export const filledOptions = (options: string[]) => options.map((o) => o.trim()).filter((o) => o !== "");

export function writeOptions(draft: OptionsDraft): Partial<Question> {
  const options = filledOptions(draft.options);
  const pinned = filledOptions(draft.pinned_options);
  const pinned_options = options.filter((option) => pinned.includes(option));
  return {
    options,
    correct_answer: draft.correct_answer.trim(),
    ...(pinned_options.length > 0 && { pinned_options }),
  };
}

/** The filled options as a list. */
export const listOfOptions = ({ options, correct_answer }: OptionsDraft): MarkedChoice[] =>
  options
    .filter((text) => text.trim() !== "")
    .map((text) => ({ ...blankMarked(text), correct: text === correct_answer }));

/** A list of another kind as options; nothing where some are written. */
export function optionsOfList(list: MarkedChoice[], draft: OptionsDraft): Partial<OptionsDraft> {
  if (filledOptions(draft.options).length > 0) return {};
  const options = list.slice(0, OPTIONS_MAX);
  const correct = options.filter((option) => option.correct);
  return {
    options: [...options.map(({ text }) => text), ...(options.length < OPTIONS_MIN ? [""] : [])],
    correct_answer: correct.length === 1 ? (correct[0]?.text ?? "") : "",
  };
}

/** Indexes of duplicate options. */
export function equalOptions(options: string[]): Set<number> {
  const same = (a: string, b: string) => a.trim() !== "" && a.trim() === b.trim();
  return new Set(options.flatMap((a, i) => (options.some((b, j) => j !== i && same(a, b)) ? [i] : [])));
}

/** Editing the correct option clears the correct answer (docs/behaviour/tests.md#tests-and-questions); a pinned one stays pinned. */
export function withOption<D extends OptionsDraft>(draft: D, index: number, text: string): D {
  const before = draft.options[index];
  const options = draft.options.map((option, i) => (i === index ? text : option));
  const wasCorrect = before !== undefined && before !== "" && before === draft.correct_answer;
  const renamed = draft.pinned_options.map((pinned) => (before && pinned === before ? text : pinned));
  return {
    ...draft,
    options,
    correct_answer: wasCorrect && text !== before ? "" : draft.correct_answer,
    pinned_options: renamed.filter(Boolean),
  };
}

export const withPinned = <D extends OptionsDraft>(draft: D, option: string, pinned: boolean): D => ({
  ...draft,
  pinned_options: [...draft.pinned_options.filter((other) => other !== option), ...(pinned ? [option] : [])],
});

export function withoutOption<D extends OptionsDraft>(draft: D, index: number): D {
  if (draft.options.length <= OPTIONS_MIN) return draft;
  const cleared = withOption(draft, index, "");
  return { ...cleared, options: cleared.options.filter((_, i) => i !== index) };
}
