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

/** "New York / NYC / pattern (the )?big apple": the server names the pattern, which is last, in English. */
function keyWords({ question_type, correct_text = "" }: AnswerDetail): string {
  const [, before, pattern] = /^(.* \/ )?pattern (.+)$/s.exec(correct_text) ?? [];
  if (question_type !== "short_text" || pattern === undefined) return correct_text;
  return `${before ?? ""}${t("keyPattern", { pattern })}`;
}

/** The key in words where the options do not show it, the explanation, and the notes for reviewers. */
export function KeyDetails({ detail, correct }: { detail: AnswerDetail; correct: boolean }) {
  const { explanation, explanation_content, reviewer_notes } = detail;
  const key = !correct && !markedOptions(detail) ? keyWords(detail) || detail.correct_answer : undefined;
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
