import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { isLateWaiting, lateText, numbered } from "@/api/questions";
import type { ResultDetail } from "@/api/types";
import { PassageText } from "@/features/staff-shared/answers/PassageText";
import { ScoreBoxes } from "@/features/staff-shared/ScoreBoxes";
import { formatDateTime, minuteCount } from "@/lib/format";
import { passageBefore } from "@/lib/passage";
import { useRights } from "@/lib/rights";
import { serverWords } from "@/lib/server-words";
import { endedBy } from "@/ui/attempt/ended-by";
import { LateBadge, ScoringBadge } from "@/ui/StatusBadge";
import { AnswerCard } from "./AnswerCard";
import { AnswersFile } from "./AnswersFile";
import { AttemptRecord } from "./AttemptRecord";
import { monitoringWords } from "./monitoring";
import { Rejudge } from "./Rejudge";
import { Score } from "./Score";
import { t } from "./texts";

function minutesTaken({ started_at, submitted_at }: ResultDetail): string {
  const minutes = Math.round((Date.parse(submitted_at) - Date.parse(started_at)) / 60_000);
  return Number.isFinite(minutes) ? minuteCount(Math.max(0, minutes)) : "";
}

function Facts({ detail }: { detail: ResultDetail }) {
  const facts = [
    [t("started"), formatDateTime(detail.started_at)],
    [t("submitted"), formatDateTime(detail.submitted_at)],
    [
      t("timeUsed"),
      t("minutesOf", { used: minutesTaken(detail), whole: minuteCount(detail.test_duration_minutes) }),
    ],
    [t("ended"), endedBy(detail.submitted_by)],
    [t("monitoring"), monitoringWords(detail)],
  ];
  return (
    <dl className="grid grid-cols-[8rem_1fr] gap-x-4 gap-y-1.5 text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function PassageBefore({ detail, index }: { detail: ResultDetail; index: number }) {
  const passage = passageBefore(detail.answers, detail.passages, index);
  return passage && <PassageText passage={passage} open={false} />;
}

/** The whole result: scores, `children`, answers, and the record of the attempt. */
export function ResultContent({ detail, children }: { detail: ResultDetail; children?: ReactNode }) {
  const { may } = useRights();
  const waiting = new Set(
    detail.late_answers.filter(({ waits }) => waits).map(({ question_id }) => question_id),
  );
  return (
    <div className="space-y-6">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h3 className="font-semibold text-base">
            <bdi>{detail.test_title}</bdi>
          </h3>
          <p className="break-words text-muted text-sm">{detail.applicant_email}</p>
          <p className="mt-2 flex flex-wrap gap-1.5">
            <ScoringBadge status={detail.scoring_status} />
            <LateBadge count={waiting.size} />
          </p>
        </div>
        <div className="shrink-0 text-end">
          <Score of={detail} exact className="text-2xl" />
        </div>
      </div>
      {children}
      <ScoreBoxes detail={detail} />
      <Facts detail={detail} />
      <section aria-labelledby="answers-title">
        <h3 id="answers-title" className="mb-3 font-semibold text-base">
          {t("answers")}
        </h3>
        <ol className="space-y-3">
          {detail.answers.map((answer, index) => (
            <li key={answer.id}>
              <PassageBefore detail={detail} index={index} />
              <AnswerCard answer={answer} isLateWaiting={isLateWaiting(detail.late_answers, answer.id)} />
            </li>
          ))}
        </ol>
        {detail.judging !== "none" && may("score", detail.test_id) && (
          <div className="mt-3">
            <Rejudge submission_id={detail.submission_id} />
          </div>
        )}
      </section>
      <AttemptRecord detail={detail} />
      {detail.late_answers.length > 0 && (
        <section aria-labelledby="late-title">
          <h3 id="late-title" className="font-semibold text-base">
            {t("tooLate")}
          </h3>
          <p className="mb-3 text-muted text-sm">
            {t("tooLateText")}{" "}
            {may("score", detail.test_id) && (
              <Link
                className="inline-flex min-h-10 items-center font-medium text-primary underline sm:min-h-0"
                to={`/admin?tab=scoring&submission=${encodeURIComponent(detail.submission_id)}`}
              >
                {t("decideInReview")}
              </Link>
            )}
          </p>
          <ul className="space-y-3">
            {detail.late_answers.map((late) => (
              <li
                key={`${late.question_id} ${late.received_at}`}
                className="rounded-card border border-line p-4"
              >
                <p dir="auto" className="text-ink-2 text-sm">
                  {numbered(late)}
                </p>
                <p dir="auto" className="mt-2 whitespace-pre-wrap">
                  {lateText(late)}
                </p>
                <p className="mt-2 text-muted text-xs">
                  {late.received_at && `${formatDateTime(late.received_at)}. `}
                  {serverWords(late.reason)}
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
      {may("intervene", detail.test_id) && <AnswersFile submissionId={detail.submission_id} />}
    </div>
  );
}
