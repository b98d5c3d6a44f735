import { useEffect } from "react";
import type { History, HistoryOfQuestion, ResultDetail } from "@/api/types";
import { longest } from "@/features/player/facts";
import { QuestionText } from "@/features/staff-shared/answers/QuestionText";
import { questionLine } from "@/features/staff-shared/answers/question-line";
import { Field } from "@/ui/Field";
import { Select } from "@/ui/Select";
import { t } from "../texts";
import { Beside } from "./Beside";

/** The question that is shown: the chosen one, or the one with the most changes. */
export const shownOf = ({ questions }: History, question: string | null): HistoryOfQuestion | undefined =>
  questions.find((one) => one.question_id === (question ?? longest(questions)?.question_id));

function nameOf({ question_id }: HistoryOfQuestion, answers: ResultDetail["answers"]): string {
  const asked = answers.find(({ id }) => id === question_id);
  return asked ? `${asked.number}. ${questionLine(asked)}` : t("removedQuestion");
}

export interface QuestionChoiceProps {
  detail: ResultDetail;
  history: History;
  question: string | null;
  onQuestion(id: string): void;
  /** Another submission of the same test. */
  beside: string | null;
  onBeside(id: string, question: string | null): void;
}

/** The question whose answer is played, its text, and whose answer is played beside it. */
export function QuestionChoice(props: QuestionChoiceProps) {
  const { detail, history, question, onQuestion, beside, onBeside } = props;
  const shown = shownOf(history, question);
  const readBy = detail.answers.find((answer) => answer.id === shown?.question_id);
  const place = ({ question_id }: HistoryOfQuestion) =>
    detail.answers.findIndex(({ id }) => id === question_id);
  const missing = beside !== null && question === null ? shown?.question_id : undefined;
  // Both show the same question, also if each alone would begin at another.
  useEffect(() => {
    if (missing !== undefined) onQuestion(missing);
  }, [missing, onQuestion]);
  return (
    <div className="rounded-card border border-line bg-surface px-4 py-3">
      <div className="flex flex-wrap gap-3">
        <Field label={t("question")} className="min-w-0 max-w-3xl flex-1 basis-72">
          <Select
            value={shown?.question_id ?? ""}
            placeholder={shown ? undefined : t("choose")}
            options={history.questions
              .toSorted((a, b) => place(a) - place(b))
              .map((one) => ({
                value: one.question_id,
                label: nameOf(one, detail.answers),
              }))}
            onChange={(event) => onQuestion(event.target.value)}
          />
        </Field>
        <Beside
          testId={detail.test_id}
          without={detail.submission_id}
          chosen={beside ?? ""}
          onChange={(id) => onBeside(id, shown?.question_id ?? null)}
        />
      </div>
      {readBy && (
        <details open className="mt-2">
          <summary className="cursor-pointer py-0.5 text-muted text-xs">{t("theQuestion")}</summary>
          <QuestionText asked={readBy} className="max-h-32 max-w-4xl overflow-y-auto pt-1 text-sm" />
        </details>
      )}
    </div>
  );
}
