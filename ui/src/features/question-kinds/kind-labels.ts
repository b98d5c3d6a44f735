import { type Choice, choicesOf, type Question, type TextFormat } from "@/api/questions";
import { wordsOf } from "@/ui/rich-text/unmarked";

/** What authors read about a kind. */
export interface KindLabels {
  /** Group in the list of kinds. */
  group: "choice" | "text" | "number" | "order";
  /** Its task, and who scores it. */
  readonly hint: string;
  /** The number of what can be chosen, ordered or filled in. */
  size?(question: Question): string;
  /** The key in one line. */
  key?(question: Question): string | undefined;
}

/** An option or a prompt in one line; its format matters where it is not stored yet. */
export const lineWords = (choice: Choice | undefined, format?: TextFormat) =>
  choice ? wordsOf({ ...choice, format }) : "";

export const textIn = (choices: Choice[], id: string | undefined, format?: TextFormat) =>
  lineWords(
    choices.find((choice) => choice.id === id),
    format,
  );

/** The texts of options with these ids. */
export const textsIn = (question: Question, ids: string[] | undefined) =>
  ids?.map((id) => textIn(choicesOf(question), id, question.format));
