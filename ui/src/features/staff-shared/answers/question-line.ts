import type { QuestionType, TextFormat } from "@/api/questions";
import { withBlanks } from "@/ui/rich-text/gaps";
import { firstWordsOf } from "@/ui/rich-text/unmarked";

interface Asked {
  question: string;
  type?: QuestionType;
  question_type?: QuestionType;
  /** Its tree; what is still being written has none. */
  content?: unknown;
  format?: TextFormat;
}

/** The first line of a question, with a line for each gap and without the marks of Markdown. */
export function questionLine({ content, question, format, type, question_type = type }: Asked): string {
  const line = firstWordsOf({ text: question, format, content });
  return question_type === "gaps" ? withBlanks(line) : line;
}
