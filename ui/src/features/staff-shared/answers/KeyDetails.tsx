import type { ReactNode } from "react";
import type { AnswerDetail } from "@/api/questions";
import { markedOptions } from "@/features/question-kinds/given/options";
import { FormattedText } from "@/ui/rich-text/FormattedText";
import { t } from "../texts";

function Part({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <p className="mb-1 text-muted text-xs">{label}</p>
      {children}
    </div>
  );
}

/** The key in words where the options do not show it, the explanation, and the notes for reviewers. */
export function KeyDetails({ detail, correct }: { detail: AnswerDetail; correct: boolean }) {
  const { correct_text, explanation, explanation_content, reviewer_notes } = detail;
  const key = !correct && !markedOptions(detail) ? correct_text || detail.correct_answer : undefined;
  if (!key && !explanation && !reviewer_notes) return null;
  return (
    <div className="mt-3 space-y-3">
      {key && (
        <Part label={t("correctAnswer")}>
          <p dir="auto" className="whitespace-pre-wrap break-words text-success">
            {key}
          </p>
        </Part>
      )}
      {explanation && (
        <Part label={t("explanation")}>
          <FormattedText content={explanation_content} source={explanation} className="max-w-prose" />
        </Part>
      )}
      {reviewer_notes && (
        <Part label={t("reviewerNotes")}>
          <p dir="auto" className="max-w-prose whitespace-pre-wrap">
            {reviewer_notes}
          </p>
        </Part>
      )}
    </div>
  );
}
