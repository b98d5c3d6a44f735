import { answerWords } from "@/lib/answer-words";
import type { ShownQuestion } from "@/lib/translated-question";

/** A question as far as its answers are read by it. */
export type ReadBy = Pick<ShownQuestion, "options" | "labels" | "prompts" | "gaps" | "languages"> & {
  expected_language?: string | null | undefined;
  question_type: ShownQuestion["type"];
};

interface Code {
  language: string;
  source: string;
}

function codeOf(answer: string): Code | undefined {
  try {
    const { language, source } = JSON.parse(answer) ?? {};
    return typeof language === "string" && typeof source === "string" ? { language, source } : undefined;
  } catch {
    return undefined;
  }
}

export interface ShownText {
  text: string;
  /** The language of code that names one. */
  language?: string;
  /** The text is the answer itself, so that positions in the answer are positions in it. */
  isSource: boolean;
}

/** An answer of any kind, at any moment, as people read it. */
export function shownText(question: ReadBy, answer: string): ShownText {
  if (question.question_type === "coding") {
    const code = answer.startsWith("{") ? codeOf(answer) : undefined;
    return code
      ? { text: code.source, language: code.language, isSource: false }
      : { text: answer, isSource: true };
  }
  const text = answerWords(
    {
      ...question,
      expected_language: undefined,
      id: "",
      type: question.question_type,
      question: "",
      points: 0,
    },
    answer,
  );
  return { text, isSource: text === answer };
}
