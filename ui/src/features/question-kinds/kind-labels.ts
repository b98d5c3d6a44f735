import { type Choice, choicesOf, type Question } from "@/api/questions";
import { lineOf } from "@/ui/rich-text/plain";

/** What authors read about a kind. */
export interface KindLabels {
  /** Of the list of kinds. */
  group: "choice" | "text" | "number" | "order";
  /** Its task, and who scores it. */
  readonly hint: string;
  /** The number of what can be chosen, ordered or filled in. */
  size?(question: Question): string;
  /** The key in one line. */
  key?(question: Question): string | undefined;
}

export const lineWords = (choice: Choice | undefined) => (choice ? lineOf(choice.content, choice.text) : "");

export const textIn = (choices: Choice[], id: string | undefined) =>
  lineWords(choices.find((choice) => choice.id === id));

/** The texts of options with these ids. */
export const textsIn = (question: Question, ids: string[] | undefined) =>
  ids?.map((id) => textIn(choicesOf(question), id));
