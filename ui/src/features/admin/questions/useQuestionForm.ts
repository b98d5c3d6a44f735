import { useRef, useState } from "react";
import type { Question } from "@/api/types";
import { toast } from "@/ui/toast";
import {
  FIELD_HINTS,
  type ProblemTexts,
  type QuestionDraft,
  type QuestionProblem,
  toQuestion,
  validateQuestion,
} from "./rules";

/** Question form: validates on save, marks the field, and shows the problem in a toast. */
export function useQuestionForm(initial: () => QuestionDraft, texts: ProblemTexts) {
  const [draft, setDraft] = useState(initial);
  const [problem, setProblem] = useState<QuestionProblem | null>(null);
  const textRef = useRef<HTMLTextAreaElement>(null);

  return {
    fields: {
      draft,
      textRef,
      problem,
      problemText: problem ? FIELD_HINTS[problem] : undefined,
      onChange: (next: QuestionDraft) => {
        setDraft(next);
        // The error disappears as soon as it is fixed, and no new one appears before the next save.
        if (problem && validateQuestion(next) !== problem) setProblem(null);
      },
    },
    /** The finished question, or null after showing the problem. */
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
