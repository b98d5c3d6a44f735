import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router-dom";
import { ApiFailure, errorText } from "@/api/client";
import { queryOf } from "@/api/query";
import type { ResultDetail } from "@/api/types";
import { AnswerCard } from "@/features/results/AnswerCard";
import { Score } from "@/features/results/Score";
import { ScoreBoxes } from "@/features/staff-shared/ScoreBoxes";
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
            Trial: <bdi>{detail.test_title}</bdi>
          </h1>
          <p className="mt-1 text-muted text-sm">
            It does not count: it is in no list or statistics. It is removed after a day, or when the server
            restarts.
          </p>
        </div>
        <div className="shrink-0 text-right">
          <Score of={detail} className="text-2xl" />
          <p className="mt-1">
            <ScoringBadge status={detail.scoring_status} />
          </p>
        </div>
      </div>
      <ScoreBoxes detail={detail} />
      <section aria-labelledby="answers-title">
        <h2 id="answers-title" className="mb-3 font-semibold text-base">
          Answers and key
        </h2>
        <ol className="space-y-3">
          {detail.answers.map((answer, index) => (
            <li key={answer.id}>
              <AnswerCard answer={answer} number={index + 1} />
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
      <title>Trial | Invigil</title>
      <header className="border-line border-b bg-surface">
        <div className="mx-auto flex h-14 max-w-3xl items-center justify-between gap-3 px-4 sm:px-6">
          <Logo />
          <ButtonLink variant="secondary" size="sm" to="/admin?tab=tests">
            To the tests
          </ButtonLink>
        </div>
      </header>
      <main id="main" className="mx-auto max-w-3xl space-y-6 px-4 py-6 sm:px-6">
        {data ? (
          <Result detail={data} />
        ) : error ? (
          <ErrorState
            title={isOver ? "This trial is over" : "The result of this trial could not be loaded"}
            detail={isOver ? "Trials are kept for a day. Open a new one from the test." : errorText(error)}
            {...(!isOver && { onRetry: () => void refetch(), busy: isFetching })}
          />
        ) : (
          <PageSpinner label="Loading the result" />
        )}
      </main>
    </div>
  );
}
