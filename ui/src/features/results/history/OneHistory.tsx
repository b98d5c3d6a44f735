import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { type ReactNode, useMemo } from "react";
import { errorText } from "@/api/client";
import { queryOf } from "@/api/query";
import type { History, ResultDetail } from "@/api/types";
import { NotKept } from "@/features/player/NotKept";
import { Player } from "@/features/player/Player";
import { formatDateTime } from "@/lib/format";
import { EmptyState } from "@/ui/EmptyState";
import { ErrorState } from "@/ui/ErrorState";
import { PageSpinner } from "@/ui/Spinner";
import { useFailureToast } from "@/ui/useFailureToast";
import { useResult } from "../queries";
import { t } from "../texts";
import { shownOf } from "./QuestionChoice";

interface Props {
  /** Id of the submission. */
  id: string;
  children: (detail: ResultDetail, history: History) => ReactNode;
}

/** An attempt that is over may be reopened, and a late answer accepted. */
const useHistory = (id: string) =>
  useQuery(queryOf("/results/{submission_id}/history", { path: { submission_id: id } }));

/** The history of one result, once it is loaded. */
export function OneHistory({ id, children }: Props) {
  const result = useResult(id);
  const history = useHistory(id);
  const error = result.error ?? history.error;
  useFailureToast(error && !(result.data && history.data), t("historyFailed"));
  if (result.data && history.data) return children(result.data, history.data);
  if (!error) return <PageSpinner within label={t("loadingHistory")} />;
  return (
    <ErrorState
      title={t("historyNotLoaded")}
      detail={errorText(error)}
      onRetry={() => void Promise.all([result.refetch(), history.refetch()])}
      busy={result.isFetching || history.isFetching}
    />
  );
}

interface PlayedProps {
  detail: ResultDetail;
  history: History;
  question: string | null;
  /** Another one plays beside it: in one line, whose it is. */
  paired: boolean;
}

/** Whose answer it is, and how it came to be. */
export function Played({ detail, history, question, paired }: PlayedProps) {
  const { started_at, ended_at, since, mode, head } = history;
  const span = useMemo(() => {
    const start = Date.parse(started_at);
    return { start, length: Math.max(0, Date.parse(ended_at) - start) };
  }, [started_at, ended_at]);
  const shown = shownOf(history, question);
  const readBy = detail.answers.find((answer) => answer.id === shown?.question_id);
  const kept = [head !== null && t(mode), since && t("keptSince", { date: formatDateTime(since) })].filter(
    Boolean,
  );
  return (
    <div className="min-w-0 space-y-3">
      <header className={clsx(paired && "flex min-w-0 items-baseline gap-3")}>
        <h2 className={clsx("font-semibold text-base", paired && "shrink-0")}>
          <bdi>{detail.applicant_name}</bdi>
        </h2>
        <p
          title={paired ? kept.join(" ") : undefined}
          className={clsx("text-muted text-sm", paired ? "min-w-0 truncate" : "mt-1")}
        >
          <bdi>{detail.test_title}</bdi>, {formatDateTime(started_at)}. {kept.join(" ")}
        </p>
      </header>
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
