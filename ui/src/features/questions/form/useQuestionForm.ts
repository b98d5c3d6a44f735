import { useEffect, useRef, useState } from "react";
import type { Question } from "@/api/questions";
import { toast } from "@/ui/toast";
import { type Errors, standing } from "./errors";
import { findProblem, type ProblemTexts, type QuestionDraft, toQuestion } from "./rules";

interface Options {
  /** The server's sentences about this question. */
  refused?: Errors | undefined;
  /** Called with each change. */
  onDraft?: ((draft: QuestionDraft) => void) | undefined;
}

/** Question form: validates on save, marks the field, and shows the problem in a toast. */
export function useQuestionForm(
  initial: () => QuestionDraft,
  texts: ProblemTexts,
  { refused = {}, onDraft }: Options = {},
) {
  const [draft, setDraft] = useState(initial);
  const [errors, setErrors] = useState(refused);
  const textRef = useRef<HTMLTextAreaElement>(null);
  const [restarts, setRestarts] = useState(0);
  // The field of the next question may be another element.
  useEffect(() => {
    if (restarts > 0) textRef.current?.focus();
  }, [restarts]);

  return {
    fields: {
      draft,
      textRef,
      errors,
      onChange: (next: QuestionDraft) => {
        setDraft(next);
        onDraft?.(next);
        // An error disappears as soon as it is fixed, and no new one appears before the next save.
        setErrors((before) => standing(before, draft, next));
      },
    },
    /** The finished question, or null after showing the problem. */
    take: (): Question | null => {
      const found = findProblem(draft, texts);
      setErrors(found ? { [found.place]: found.text } : {});
      if (!found) return toQuestion(draft);
      toast.error(found.toast, { id: "question" });
      return null;
    },
    restart: (next: QuestionDraft) => {
      setDraft(next);
      setErrors({});
      setRestarts((count) => count + 1);
    },
  };
}
