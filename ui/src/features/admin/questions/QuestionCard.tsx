import { Check, Copy, Pencil, Trash2 } from "lucide-react";
import type { Question } from "@/api/types";
import { plural, points, QUESTION_TYPE_LABELS } from "@/lib/format";
import { Badge } from "@/ui/Badge";
import { IconButton } from "@/ui/Button";

export interface QuestionCardProps {
  question: Question;
  /** Counted from 1. */
  number: number;
  onDuplicate?: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

export function QuestionCard({ question, number, onDuplicate, onEdit, onDelete }: QuestionCardProps) {
  const icon = "size-4";
  return (
    <article className="rounded-card border border-line bg-surface px-4 pt-2 pb-4">
      <div className="flex items-start justify-between gap-3">
        <div className="flex min-h-9 flex-wrap items-center gap-2">
          <Badge>{QUESTION_TYPE_LABELS[question.type]}</Badge>
          <span className="text-muted text-xs tabular-nums">{points(question.points)}</span>
        </div>
        <div className="flex shrink-0">
          {onDuplicate && (
            <IconButton label={`Duplicate question ${number}`} onClick={onDuplicate}>
              <Copy aria-hidden="true" className={icon} />
            </IconButton>
          )}
          <IconButton label={`Edit question ${number}`} onClick={onEdit}>
            <Pencil aria-hidden="true" className={icon} />
          </IconButton>
          <IconButton label={`Delete question ${number}`} onClick={onDelete} className="hover:text-error">
            <Trash2 aria-hidden="true" className={icon} />
          </IconButton>
        </div>
      </div>
      <p dir="auto" className="mt-1 whitespace-pre-wrap text-ink text-sm">
        <span className="text-muted tabular-nums">{number}.</span> {question.question}
      </p>
      {question.type === "multiple_choice" && (
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-xs">
          <span>{plural(question.options?.length ?? 0, "option")}</span>
          <span className="inline-flex items-center gap-1 text-success">
            <Check aria-hidden="true" className="size-3.5" />
            <span className="sr-only">Correct answer: </span>
            <bdi>{question.correct_answer}</bdi>
          </span>
        </p>
      )}
      {question.type === "coding" && (
        <p className="mt-2 text-muted text-xs">Expected language: {question.expected_language}</p>
      )}
    </article>
  );
}
