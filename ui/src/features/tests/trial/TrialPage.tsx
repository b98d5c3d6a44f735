import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router-dom";
import { ApiFailure, errorText } from "@/api/client";
import { queryOf } from "@/api/query";
import { inOutline } from "@/api/questions";
import type { ResultDetail } from "@/api/types";
import { AnswerCard } from "@/features/results/AnswerCard";
import { Score } from "@/features/results/Score";
import { ScoreBoxes } from "@/features/staff-shared/ScoreBoxes";
import { t } from "@/features/tests/check-texts";
import { ButtonLink } from "@/ui/Button";
import { ErrorState } from "@/ui/ErrorState";
import { Logo } from "@/ui/Logo";
import { PageSpinner } from "@/ui/Spinner";
import { ScoringBadge } from "@/ui/StatusBadge";

/** Interval in ms while code is being judged: no event reports the end of it. */
const POLL_INTERVAL_MS = 2_000;

function Result({ detail }: { detail: ResultDetail }) {
  return (
    <>
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h1 className="font-semibold text-xl">
            {t.rich("trialOf", { title: <bdi>{detail.test_title}</bdi> })}
          </h1>
          <p className="mt-1 text-muted text-sm">{t("trialText")}</p>
        </div>
        <div className="shrink-0 text-end">
          <Score of={detail} exact className="text-2xl" />
          <p className="mt-1">
            <ScoringBadge status={detail.scoring_status} />
          </p>
        </div>
      </div>
      <ScoreBoxes detail={detail} />
      <section aria-labelledby="answers-title">
        <h2 id="answers-title" className="mb-3 font-semibold text-base">
          {t("answersAndKey")}
        </h2>
        <ol className="space-y-3">
          {inOutline(detail).answers.map((answer) => (
            <li key={answer.id}>
              <AnswerCard answer={answer} />
            </li>
          ))}
        </ol>
      </section>
    </>
  );
}

/** Score and key of a trial that was submitted (docs/behaviour/tests.md#trials). */
export default function TrialPage() {
  const { id = "" } = useParams();
  const { data, error, refetch, isFetching } = useQuery({
    ...queryOf("/trials/{id}/result", { path: { id } }),
    refetchInterval: ({ state }) => (state.data?.judging === "waiting" ? POLL_INTERVAL_MS : false),
  });
  const isOver = error instanceof ApiFailure && error.status === 404;
  return (
    <div className="min-h-dvh">
      <title>{t("trialPage")}</title>
      <header className="border-line border-b bg-surface">
        <div className="mx-auto flex h-14 max-w-3xl items-center justify-between gap-3 px-4 sm:px-6">
          <Logo />
          <ButtonLink variant="secondary" size="sm" to="/admin?tab=tests">
            {t("toTests")}
          </ButtonLink>
        </div>
      </header>
      <main id="main" className="mx-auto max-w-3xl space-y-6 px-4 py-6 sm:px-6">
        {data ? (
          <Result detail={data} />
        ) : error ? (
          <ErrorState
            title={isOver ? t("trialOver") : t("trialNotLoaded")}
            detail={isOver ? t("trialOverText") : errorText(error)}
            {...(!isOver && { onRetry: () => void refetch(), busy: isFetching })}
          />
        ) : (
          <PageSpinner label={t("loadingResult")} />
        )}
      </main>
    </div>
  );
}
