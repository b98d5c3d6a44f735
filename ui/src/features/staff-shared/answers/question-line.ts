import { withBlanks } from "@/ui/rich-text/gaps";
import { firstLine } from "@/ui/rich-text/plain";

interface Asked {
  question: string;
  question_type: string;
  content?: unknown;
}

/** The first line of a question, with a line for each gap. */
export function questionLine({ content, question, question_type }: Asked): string {
  const line = firstLine(content, question);
  return question_type === "gaps" ? withBlanks(line) : line;
}
