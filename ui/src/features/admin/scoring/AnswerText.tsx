import type { ScoringAnswer } from "@/api/types";

/** Answer text: monospace for code, with line breaks kept for prose. */
export function AnswerText({ answer }: { answer: Pick<ScoringAnswer, "answer" | "question_type"> }) {
  if (answer.answer.trim() === "") return <p className="text-muted italic">No answer</p>;
  if (answer.question_type === "coding") {
    return (
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable (WCAG 2.1.1)
        tabIndex={0}
        dir="ltr"
        className="overflow-x-auto rounded-control bg-subtle p-3 font-mono text-xs leading-5"
      >
        {answer.answer}
      </pre>
    );
  }
  return (
    <p dir="auto" className="max-w-[72ch] whitespace-pre-wrap leading-6">
      {answer.answer}
    </p>
  );
}
