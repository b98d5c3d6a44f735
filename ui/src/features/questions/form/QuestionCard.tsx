import { Check, Copy, Pencil, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import type { Question } from "@/api/types";
import { keyWords, sizeWords } from "@/features/question-kinds/labels";
import { useTree } from "@/features/staff-shared/content-preview";
import { kindLabel, points } from "@/lib/format";
import { Badge } from "@/ui/Badge";
import { IconButton } from "@/ui/Button";
import { AskedText } from "@/ui/rich-text/AskedText";
import type { Errors } from "./errors";
import { readableSource } from "./source";
import { t } from "./texts";

export interface QuestionCardProps {
  question: Question;
  /** Counted from 1. */
  number: number;
  /** Errors of the server about it. */
  errors?: Errors | undefined;
  /** Shown beside its type. */
  mark?: ReactNode;
  /** More actions, before those of all questions. */
  actions?: ReactNode;
  /** Further notes about it. */
  note?: ReactNode;
  onDuplicate?: () => void;
  onEdit?: () => void;
  onDelete: () => void;
}

export function QuestionCard(props: QuestionCardProps) {
  const { question, number, errors = {}, mark, actions, note, onDuplicate, onEdit, onDelete } = props;
  const icon = "size-4";
  const [key, size] = [keyWords(question), sizeWords(question)];
  const tree = useTree(question.question, question.format === "markdown" && !question.content);
  return (
    <article className="rounded-card border border-line bg-surface px-4 pt-2 pb-4">
      <div className="flex items-start justify-between gap-3">
        <div className="flex min-h-9 flex-wrap items-center gap-2">
          <Badge>{kindLabel(question.type)}</Badge>
          <span className="text-muted text-xs tabular-nums">{points(question.points)}</span>
          {mark}
        </div>
        <div className="flex shrink-0">
          {actions}
          {onDuplicate && (
            <IconButton label={t("duplicateNumber", { number })} onClick={onDuplicate}>
              <Copy aria-hidden="true" className={icon} />
            </IconButton>
          )}
          {onEdit && (
            <IconButton label={t("editNumber", { number })} onClick={onEdit}>
              <Pencil aria-hidden="true" className={icon} />
            </IconButton>
          )}
          <IconButton label={t("deleteNumber", { number })} onClick={onDelete} className="hover:text-error">
            <Trash2 aria-hidden="true" className={icon} />
          </IconButton>
        </div>
      </div>
      <div className="mt-1 flex text-ink text-sm">
        <span className="w-6 shrink-0 text-muted tabular-nums">{number}.</span>{" "}
        <AskedText
          content={question.content ?? tree}
          source={readableSource(question)}
          gaps={question.gaps}
          className="min-w-0 flex-1"
        />
      </div>
      {(key || size) && (
        <p className="ms-6 mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-xs">
          {size && <span>{size}</span>}
          {key && (
            <span className="inline-flex min-w-0 items-start gap-1 text-success">
              <Check aria-hidden="true" className="size-3.5 shrink-0" />
              <span className="sr-only">{t("correctBefore")} </span>
              <bdi className="min-w-0 break-words">{key}</bdi>
            </span>
          )}
        </p>
      )}
      {question.type === "coding" && (
        <p className="ms-6 mt-1.5 text-muted text-xs">
          {t("expectedLanguage", { language: question.expected_language ?? "" })}
        </p>
      )}
      {question.tags && question.tags.length > 0 && (
        <p className="ms-6 mt-1.5 text-muted text-xs">{t("tagsAre", { tags: question.tags.join(", ") })}</p>
      )}
      {note}
      {Object.keys(errors).length > 0 && (
        <ul role="alert" className="mt-2 space-y-1 font-medium text-error text-xs">
          {Object.entries(errors).map(([place, text]) => (
            <li key={place}>{text}</li>
          ))}
        </ul>
      )}
    </article>
  );
}
