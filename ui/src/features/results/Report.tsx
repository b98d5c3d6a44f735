import { ArrowLeft, Printer } from "lucide-react";
import { useEffect } from "react";
import { errorText } from "@/api/client";
import type { Passage, ResultAnswer, ResultDetail } from "@/api/types";
import { GivenAnswer } from "@/features/question-kinds/given/GivenAnswer";
import { KeyDetails } from "@/features/staff-shared/answers/KeyDetails";
import { QuestionText } from "@/features/staff-shared/answers/QuestionText";
import { boxes } from "@/features/staff-shared/ScoreBoxes";
import { formatDateTime, plural, points, QUESTION_TYPE_LABELS, spent } from "@/lib/format";
import { passageBefore } from "@/lib/passage";
import { exactPercent, provisionalWords } from "@/lib/score";
import { Button, ButtonLink } from "@/ui/Button";
import { ErrorState } from "@/ui/ErrorState";
import { PrintedPassage } from "@/ui/rich-text/PrintedPassage";
import { PageSpinner } from "@/ui/Spinner";
import { useFailureToast } from "@/ui/useFailureToast";
import { Letterhead } from "./Letterhead";
import { monitoringWords } from "./monitoring";
import { useResult } from "./queries";

const STATUS: Record<ResultDetail["scoring_status"], string> = {
  auto_only: "Auto-scored",
  needs_review: "Needs Review",
  partially_reviewed: "Partial Review",
  fully_reviewed: "Fully Reviewed",
};

/** Code breaks its lines on paper. */
function PrintedAnswer({ answer }: { answer: ResultAnswer }) {
  if (answer.question_type !== "coding" || answer.answer.trim() === "")
    return <GivenAnswer detail={answer} />;
  return (
    <p dir="ltr" className="whitespace-pre-wrap font-mono text-xs leading-5">
      {answer.answer}
    </p>
  );
}

/** Of an answer without points. */
const earnedLater = ({ manual_score_status }: ResultAnswer) =>
  manual_score_status === "void" ? "taken out" : "not scored yet";

interface AnswerProps {
  answer: ResultAnswer;
  number: number;
  /** Before the first of its questions. */
  passage: Passage | undefined;
}

function Answer({ answer, number, passage }: AnswerProps) {
  const earned =
    answer.earned === undefined ? earnedLater(answer) : `${answer.earned} of ${points(answer.points)}`;
  return (
    <li className="break-inside-avoid-page border-line border-t py-4">
      {passage && <PrintedPassage passage={passage} />}
      <p className="flex justify-between gap-4 text-muted text-xs tabular-nums">
        <span>
          {number}. {QUESTION_TYPE_LABELS[answer.question_type]}
          {answer.expected_language && `, ${answer.expected_language}`}
          {answer.seconds !== undefined && `, time spent ${spent(answer.seconds)}`}
        </span>
        <span>
          {earned}
          {answer.scored_by_ai && ", scored by AI alone"}
        </span>
      </p>
      <QuestionText asked={answer} className="mt-1 font-medium" />
      <p className="mt-2 text-muted text-xs">Answer</p>
      <PrintedAnswer answer={answer} />
      <KeyDetails
        detail={{ ...answer, reviewer_notes: "" }}
        correct={answer.manual_score_status === "correct"}
      />
      {answer.review_comments && (
        <p dir="auto" className="mt-2 whitespace-pre-wrap text-ink-2">
          <span className="text-muted text-xs">Reviewer's comment: </span>
          {answer.review_comments}
        </p>
      )}
    </li>
  );
}

function Paper({ detail }: { detail: ResultDetail }) {
  const minutes = Math.round((Date.parse(detail.submitted_at) - Date.parse(detail.started_at)) / 60_000);
  const facts = [
    ["Test", detail.test_title],
    ["Started", formatDateTime(detail.started_at)],
    ["Submitted", formatDateTime(detail.submitted_at)],
    [
      "Time used",
      `${plural(Math.max(0, minutes), "minute")} of ${plural(detail.test_duration_minutes, "minute")}`,
    ],
    ["Video monitoring", monitoringWords(detail)],
    ["Scoring", STATUS[detail.scoring_status]],
    ...boxes(detail).slice(0, 2),
  ];
  return (
    <article className="mx-auto max-w-3xl rounded-card border border-line bg-surface p-5 sm:p-8 print:max-w-none print:rounded-none print:border-0 print:p-0">
      <Letterhead company={detail.company} />
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 print:flex-nowrap">
        <div className="min-w-48 flex-1">
          <p className="text-muted text-xs">Candidate report</p>
          <h1 className="mt-1 font-semibold text-xl">
            <bdi>{detail.applicant_name}</bdi>
          </h1>
          <p className="text-ink-2">{detail.applicant_email}</p>
        </div>
        <div className="shrink-0 sm:text-right print:text-right">
          <p className="text-muted text-xs">Final Score</p>
          {detail.provisional ? (
            <>
              <p className="font-semibold text-base">Not final yet</p>
              <p className="text-muted text-xs tabular-nums">{provisionalWords(detail)}</p>
            </>
          ) : (
            <p className="font-semibold text-2xl tabular-nums">{exactPercent(detail.final_score)}</p>
          )}
        </div>
      </header>
      <dl className="mt-6 mb-8 grid grid-cols-[8rem_1fr] gap-x-4 gap-y-1.5 sm:grid-cols-[8rem_1fr_8rem_1fr] print:grid-cols-[8rem_1fr_8rem_1fr]">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 tabular-nums">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <h2 className="mb-2 font-semibold text-base">Answers</h2>
      <ol>
        {detail.answers.map((answer, index) => (
          <Answer
            key={answer.id}
            answer={answer}
            number={index + 1}
            passage={passageBefore(detail.answers, detail.passages, index)}
          />
        ))}
      </ol>
      <footer className="mt-6 border-line border-t pt-3 text-muted text-xs">
        Printed from Invigil on {formatDateTime(new Date())}. Submission {detail.submission_id}.
      </footer>
    </article>
  );
}

/** Printable report of one result: dark on white in every theme, without the surrounding page. */
export default function Report({ id, onBack }: { id: string; onBack: () => void }) {
  const { data, error, refetch, isFetching } = useResult(id);
  useFailureToast(error && !data, "Failed to load result details");
  useEffect(() => {
    document.body.classList.add("prints");
    return () => document.body.classList.remove("prints");
  }, []);
  if (!data && !error) return <PageSpinner label="Loading the report" />;
  return (
    <main id="main" className="min-h-dvh px-4 py-6 print:p-0">
      <title>{data ? `${data.applicant_name} | Invigil` : "Candidate report | Invigil"}</title>
      <div className="mx-auto mb-4 flex max-w-3xl flex-wrap justify-between gap-1 sm:gap-3 max-sm:[&>*]:px-3 print:hidden">
        <Button variant="ghost" icon={<ArrowLeft aria-hidden="true" className="size-4" />} onClick={onBack}>
          Back<span className="max-sm:hidden"> to results</span>
        </Button>
        <ButtonLink
          variant="ghost"
          className="ml-auto"
          to={`/admin?tab=results&brief=${encodeURIComponent(id)}`}
        >
          Brief for the interview
        </ButtonLink>
        <Button
          disabled={!data}
          icon={<Printer aria-hidden="true" className="size-4" />}
          onClick={() => window.print()}
        >
          Print
        </Button>
      </div>
      {error && !data ? (
        <ErrorState
          title="This result could not be loaded"
          detail={errorText(error)}
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      ) : (
        data && <Paper detail={data} />
      )}
    </main>
  );
}
