import { useRef, useState } from "react";
import type { Question } from "@/api/types";
import { toast } from "@/ui/toast";
import {
  type ProblemTexts,
  type QuestionDraft,
  type QuestionProblem,
  toQuestion,
  validateQuestion,
} from "./rules";

/** A question form: checks on save, says what is wrong beside the field and in a toast. */
export function useQuestionForm(initial: () => QuestionDraft, texts: ProblemTexts) {
  const [draft, setDraft] = useState(initial);
  const [problem, setProblem] = useState<QuestionProblem | null>(null);
  const textRef = useRef<HTMLTextAreaElement>(null);

  return {
    fields: {
      draft,
      textRef,
      problem,
      problemText: problem ? texts[problem] : undefined,
      onChange: (next: QuestionDraft) => {
        setDraft(next);
        // The complaint goes as soon as its cause does, and no new one comes before the next save.
        if (problem && validateQuestion(next) !== problem) setProblem(null);
      },
    },
    /** The finished question, or null after saying what is missing. */
    take: (): Question | null => {
      const found = validateQuestion(draft);
      setProblem(found);
      if (!found) return toQuestion(draft);
      toast.error(texts[found], { id: "question" });
      return null;
    },
    restart: (next: QuestionDraft) => {
      setDraft(next);
      setProblem(null);
      textRef.current?.focus();
    },
  };
}
