import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { errorText } from "@/api/client";
import { queryOf } from "@/api/query";
import type { History, HistoryOfQuestion, ResultDetail } from "@/api/types";
import { longest } from "@/features/player/facts";
import { NotKept } from "@/features/player/NotKept";
import { Player } from "@/features/player/Player";
import { QuestionText } from "@/features/staff-shared/answers/QuestionText";
import { questionLine } from "@/features/staff-shared/answers/question-line";
import { formatDateTime } from "@/lib/format";
import { EmptyState } from "@/ui/EmptyState";
import { ErrorState } from "@/ui/ErrorState";
import { Field } from "@/ui/Field";
import { Select } from "@/ui/Select";
import { PageSpinner } from "@/ui/Spinner";
import { useFailureToast } from "@/ui/useFailureToast";
import { useResult } from "../queries";
import { t } from "../texts";
import { Beside } from "./Beside";

interface Props {
  /** Id of the submission. */
  id: string;
  question: string | null;
  onQuestion(id: string): void;
  /** Another submission of the same test; undefined where none can be chosen. */
  beside?: string | null;
  onBeside?(id: string, question: string | null): void;
}

/** An attempt that is over may be reopened, and a late answer accepted. */
const useHistory = (id: string) =>
  useQuery(queryOf("/results/{submission_id}/history", { path: { submission_id: id } }));

/** The history of one result. */
export function OneHistory({ id, ...rest }: Props) {
  const result = useResult(id);
  const history = useHistory(id);
  const error = result.error ?? history.error;
  useFailureToast(error && !(result.data && history.data), t("historyFailed"));
  if (result.data && history.data) return <Loaded detail={result.data} history={history.data} {...rest} />;
  if (!error) return <PageSpinner label={t("loadingHistory")} />;
  return (
    <ErrorState
      title={t("historyNotLoaded")}
      detail={errorText(error)}
      onRetry={() => void Promise.all([result.refetch(), history.refetch()])}
      busy={result.isFetching || history.isFetching}
    />
  );
}

interface LoadedProps extends Omit<Props, "id"> {
  detail: ResultDetail;
  history: History;
}

function Loaded({ detail, history, question, onQuestion, beside, onBeside }: LoadedProps) {
  const { questions, started_at, ended_at, since, mode, head } = history;
  const span = useMemo(() => {
    const start = Date.parse(started_at);
    return { start, length: Math.max(0, Date.parse(ended_at) - start) };
  }, [started_at, ended_at]);
  const shown = questions.find((one) => one.question_id === (question ?? longest(questions)?.question_id));
  const readBy = detail.answers.find((answer) => answer.id === shown?.question_id);
  return (
    <div className="min-w-0 space-y-4">
      <header>
        <h2 className="font-semibold text-base">
          <bdi>{detail.applicant_name}</bdi>
        </h2>
        <p className="mt-1 text-muted text-sm">
          <bdi>{detail.test_title}</bdi>, {formatDateTime(started_at)}. {head !== null && t(mode)}
          {since && ` ${t("keptSince", { date: formatDateTime(since) })}`}
        </p>
      </header>
      <div className="flex flex-wrap gap-4">
        <Field label={t("question")} className="min-w-0 max-w-2xl flex-1 basis-72">
          <Select
            value={shown?.question_id ?? ""}
            placeholder={shown ? undefined : t("choose")}
            options={questions.map((one) => ({
              value: one.question_id,
              label: nameOf(one, detail.answers),
            }))}
            onChange={(event) => onQuestion(event.target.value)}
          />
        </Field>
        {onBeside && (
          <Beside
            testId={detail.test_id}
            without={detail.submission_id}
            chosen={beside ?? ""}
            // Both show the same question, also if each alone would begin at another.
            onChange={(id) => onBeside(id, shown?.question_id ?? null)}
          />
        )}
      </div>
      {readBy && (
        <details open className="rounded-card border border-line bg-surface px-4 py-2">
          <summary className="cursor-pointer py-1 font-medium text-sm">{t("theQuestion")}</summary>
          <QuestionText asked={readBy} className="max-h-48 overflow-y-auto py-1 text-sm" />
        </details>
      )}
      <NotKept {...history} />
      {shown ? (
        <Player
          key={shown.question_id}
          question={shown}
          readBy={readBy ?? { question_type: "essay" }}
          timeline={detail.timeline}
          span={span}
          mode={mode}
          who={detail.applicant_name}
        />
      ) : (
        <EmptyState title={head === null ? t("noHistory") : t("noAnswerSaved")} />
      )}
    </div>
  );
}

function nameOf({ question_id }: HistoryOfQuestion, answers: ResultDetail["answers"]): string {
  const place = answers.findIndex(({ id }) => id === question_id);
  const asked = answers[place];
  return asked ? `${place + 1}. ${questionLine(asked)}` : t("removedQuestion");
}
