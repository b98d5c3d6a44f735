import { CircleCheck, CircleDashed, CircleDot, CircleX, Clock } from "lucide-react";
import type { AnswerStatus, ResultAnswer } from "@/api/types";
import { points, QUESTION_TYPE_LABELS, spent } from "@/lib/format";
import { Badge, type Tone } from "@/ui/Badge";

const LOOKS: Record<AnswerStatus, { label: string; tone: Tone; Icon: typeof CircleDot }> = {
  pending: { label: "Not Scored", tone: "grey", Icon: CircleDashed },
  correct: { label: "Correct", tone: "green", Icon: CircleCheck },
  wrong: { label: "Wrong", tone: "red", Icon: CircleX },
  partial: { label: "Partial", tone: "amber", Icon: CircleDot },
};

interface Props {
  answer: ResultAnswer;
  /** Counted from 1. */
  number: number;
}

function earnedWords({ earned, points: possible }: ResultAnswer): string {
  return earned === undefined || earned === null ? points(possible) : `${earned} of ${points(possible)}`;
}

function Words({ answer }: { answer: ResultAnswer }) {
  if (answer.question_type !== "coding") {
    return (
      <p dir="auto" className="max-w-prose whitespace-pre-wrap">
        {answer.answer}
      </p>
    );
  }
  return (
    <section
      aria-label="Answer in code"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines need keyboard scrolling (WCAG 2.1.1)
      tabIndex={0}
      className="overflow-x-auto rounded-control bg-subtle p-3"
    >
      <pre dir="ltr" className="font-mono text-xs">
        {answer.answer}
      </pre>
    </section>
  );
}

/** Question, answer and points. Answers are rendered as text, never as markup. */
export function AnswerCard({ answer, number }: Props) {
  const { label, tone, Icon } = LOOKS[answer.manual_score_status];
  const blank = answer.answer.trim() === "";
  return (
    <article className="rounded-card border border-line p-4">
      <header className="flex flex-wrap items-center gap-2">
        <Badge>{QUESTION_TYPE_LABELS[answer.question_type]}</Badge>
        <span className="text-muted text-xs tabular-nums">{earnedWords(answer)}</span>
        <span className="flex items-center gap-1 text-muted text-xs tabular-nums" title="Time spent">
          <Clock aria-hidden="true" className="size-3" />
          <span className="sr-only">Time spent: {answer.seconds === undefined && "not known"}</span>
          {spent(answer.seconds)}
        </span>
        <span className="ml-auto">
          <Badge tone={tone} icon={<Icon aria-hidden="true" className="size-3" />}>
            {label}
          </Badge>
        </span>
      </header>
      <p dir="auto" className="mt-2 whitespace-pre-wrap">
        <span className="text-muted tabular-nums">{number}.</span> {answer.question}
      </p>
      <div className="mt-3">
        <p className="mb-1 text-muted text-xs">Answer</p>
        {blank ? <p className="text-muted italic">No answer</p> : <Words answer={answer} />}
      </div>
      {answer.question_type === "multiple_choice" && answer.answer !== answer.correct_answer && (
        <div className="mt-3">
          <p className="mb-1 text-muted text-xs">Correct answer</p>
          <p className="text-success">
            <bdi>{answer.correct_answer}</bdi>
          </p>
        </div>
      )}
      {answer.review_comments && (
        <div className="mt-3 border-line border-t pt-3">
          <p className="mb-1 text-muted text-xs">Reviewer's comment</p>
          <p dir="auto" className="whitespace-pre-wrap">
            {answer.review_comments}
          </p>
        </div>
      )}
    </article>
  );
}
