import { useQueryClient } from "@tanstack/react-query";
import { ArrowLeft, Sparkles } from "lucide-react";
import { useState } from "react";
import { isLateWaiting } from "@/api/questions";
import type { ScoringAnswer, ScoringDetail } from "@/api/types";
import { isScoredByPeople } from "@/features/question-kinds/traits";
import { ScoreBoxes } from "@/features/staff-shared/ScoreBoxes";
import { formatDateTime } from "@/lib/format";
import { Button } from "@/ui/Button";
import { Person } from "@/ui/Person";
import { QueryError } from "@/ui/QueryError";
import { Skeleton } from "@/ui/Skeleton";
import { ScoringBadge } from "@/ui/StatusBadge";
import { useFailureToast } from "@/ui/useFailureToast";
import { SubmissionAgreement } from "./agreement/SubmissionAgreement";
import { LATE_ANSWERS, LateAnswers } from "./LateAnswers";
import { NamesHidden } from "./NamesHidden";
import { detailQuery, useScoring } from "./queries";
import { ReviewCard } from "./ReviewCard";
import { t } from "./texts";
import { useAutoReview } from "./useAutoReview";

function ScoreSummary({ detail }: { detail: ScoringDetail }) {
  return (
    <section aria-labelledby="score-summary" className="w-full lg:w-auto lg:min-w-96">
      <h3 id="score-summary" className="sr-only">
        {t("summary")}
      </h3>
      <ScoreBoxes detail={detail} />
    </section>
  );
}

/** Whether people score it: not by its key alone. */
const isForPeople = ({ question_type, reviewed_at }: ScoringAnswer) =>
  isScoredByPeople(question_type) || Boolean(reviewed_at);

/** Shows the answers that their key has scored, which a person may override. */
function KeyedToggle({ count, shown, onToggle }: { count: number; shown: boolean; onToggle: () => void }) {
  if (count === 0) return null;
  return (
    <Button variant="ghost" className="-ms-4" aria-expanded={shown} onClick={onToggle}>
      {t(shown ? "hideKeyed" : "showKeyed", { count })}
    </Button>
  );
}

function Review({ detail }: { detail: ScoringDetail }) {
  const client = useQueryClient();
  const [withKeyed, setWithKeyed] = useState(false);
  const keyed = detail.answers.filter((answer) => !isForPeople(answer));
  const answers = withKeyed ? detail.answers : detail.answers.filter((answer) => !keyed.includes(answer));
  const take = (fresh: ScoringAnswer) =>
    client.setQueryData(
      detailQuery(detail.submission_id).queryKey,
      (before) =>
        before && { ...before, answers: before.answers.map((old) => (old.id === fresh.id ? fresh : old)) },
    );
  return (
    <>
      {detail.names_hidden && <NamesHidden />}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-card border border-line bg-surface px-5 py-3">
        <Person name={detail.applicant_name} email={detail.applicant_email} />
        <div className="min-w-0 flex-1 basis-72">
          <h2
            dir="auto"
            title={detail.test_description || undefined}
            className="line-clamp-2 font-semibold text-base"
          >
            {detail.test_title}
          </h2>
          {detail.submitted_at && (
            <p className="text-muted text-xs tabular-nums">
              {t("submittedAt", { date: formatDateTime(detail.submitted_at) })}
            </p>
          )}
        </div>
        <ScoringBadge status={detail.scoring_status} />
        <ScoreSummary detail={detail} />
      </div>
      {answers.length === 0 && (
        <p className="rounded-card border border-line bg-surface p-5 text-muted">{t("nothingToScore")}</p>
      )}
      <ol className="space-y-4">
        {answers.map((answer) => (
          <li key={answer.id}>
            {isLateWaiting(detail.late_answers, answer.id) && (
              <p className="toned tone-amber mb-2 rounded-control px-3 py-2 text-sm">
                {t("lateWaits", { number: answer.number })}{" "}
                <button
                  type="button"
                  className="inline-flex min-h-10 items-center font-medium underline sm:min-h-0"
                  onClick={() => document.getElementById(LATE_ANSWERS)?.focus()}
                >
                  {t("readIt")}
                </button>
              </p>
            )}
            <ReviewCard
              submission={detail.submission_id}
              answer={answer}
              anonymous={detail.names_hidden}
              onAnswer={take}
            />
          </li>
        ))}
      </ol>
      <KeyedToggle count={keyed.length} shown={withKeyed} onToggle={() => setWithKeyed(!withKeyed)} />
      <LateAnswers detail={detail} />
    </>
  );
}

export function SubmissionView({ id, onBack }: { id: string; onBack: () => void }) {
  const { data, error, refetch, isFetching } = useScoring(id);
  const auto = useAutoReview();
  useFailureToast(error && !data, t("loadFailed"));
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Button variant="ghost" className="-ms-4" icon={ArrowLeft} turns onClick={onBack}>
          {t("backToQueue")}
        </Button>
        {data?.answers.some(isForPeople) && (
          <Button
            variant="secondary"
            busy={auto.running !== null}
            icon={Sparkles}
            onClick={() => auto.start(id)}
          >
            {t("autoReview")}
          </Button>
        )}
      </div>
      {error && !data && (
        <div className="rounded-card border border-line bg-surface">
          <QueryError title={t("notLoaded")} {...{ error, refetch, isFetching }} />
        </div>
      )}
      {!data && !error && (
        <div role="status" aria-label={t("loading")} className="space-y-4">
          <Skeleton className="h-56" />
          <Skeleton className="h-72" />
          <Skeleton className="h-72" />
        </div>
      )}
      {data && <SubmissionAgreement detail={data} />}
      {data && <Review detail={data} />}
    </div>
  );
}
