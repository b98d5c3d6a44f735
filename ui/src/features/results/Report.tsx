import { clsx } from "clsx";
import type { Passage, ResultAnswer, ResultDetail } from "@/api/types";
import { GivenAnswer } from "@/features/question-kinds/given/GivenAnswer";
import { KeyDetails } from "@/features/staff-shared/answers/KeyDetails";
import { QuestionText } from "@/features/staff-shared/answers/QuestionText";
import { boxes } from "@/features/staff-shared/ScoreBoxes";
import { formatCount, formatDateTime, kindLabel, minuteCount, spent } from "@/lib/format";
import { passageBefore } from "@/lib/passage";
import { earnedWords, exactPercent, provisionalWords } from "@/lib/score";
import { usePrinted } from "@/lib/usePrinted";
import { ButtonLink } from "@/ui/Button";
import { QueryError } from "@/ui/QueryError";
import { PrintedPassage } from "@/ui/rich-text/PrintedPassage";
import { PageSpinner } from "@/ui/Spinner";
import { scoringLabel } from "@/ui/StatusBadge";
import { useFailureToast } from "@/ui/useFailureToast";
import { Letterhead } from "./Letterhead";
import { monitoringWords } from "./monitoring";
import { PrintBar } from "./PrintBar";
import { useResult } from "./queries";
import { standingWords } from "./standing";
import { t } from "./texts";

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

/** Words for an answer that has no points. */
const earnedLater = ({ manual_score_status }: ResultAnswer) =>
  t(manual_score_status === "void" ? "takenOut" : "notScoredYet");

interface AnswerProps {
  answer: ResultAnswer;
  /** Before the first of its questions. */
  passage: Passage | undefined;
}

function Answer({ answer, passage }: AnswerProps) {
  const earned =
    answer.earned === undefined ? earnedLater(answer) : earnedWords(answer.earned, answer.points);
  return (
    <li className="break-inside-avoid-page border-line border-t py-4 print:py-2.5">
      {passage && <PrintedPassage passage={passage} />}
      <p className="flex justify-between gap-4 text-muted text-xs tabular-nums">
        <span>
          {answer.number}. {kindLabel(answer.question_type)}
          {answer.expected_language && `, ${answer.expected_language}`}
          {answer.seconds !== undefined && t("timeSpentToo", { time: spent(answer.seconds) })}
        </span>
        <span className="shrink-0 text-end">
          {earned}
          {answer.scored_by_ai && t("byAiAlone")}
        </span>
      </p>
      <QuestionText asked={answer} className="mt-1 font-medium" />
      <p className="mt-2 mb-1 text-muted text-xs">{t("answer")}</p>
      <PrintedAnswer answer={answer} />
      <KeyDetails
        detail={{ ...answer, reviewer_notes: "" }}
        correct={answer.manual_score_status === "correct"}
      />
      {answer.review_comments && (
        <p dir="auto" className="mt-2 whitespace-pre-wrap text-ink-2">
          <span className="text-muted text-xs">{t("commentLabel")} </span>
          {answer.review_comments}
        </p>
      )}
    </li>
  );
}

/** So few have room for their points. */
const FEW_BARS = 16;

/** The answers at a glance: as high as their share of the points. The list below says the same in words. */
function Picture({ answers }: { answers: ResultAnswer[] }) {
  if (answers.length < 2 || answers.length > 60) return null;
  return (
    <figure aria-hidden="true" className="mb-8 break-inside-avoid [print-color-adjust:exact]">
      <figcaption className="mb-1.5 text-muted text-xs">{t("shareByQuestion")}</figcaption>
      <div className="flex gap-1">
        {answers.map(({ id, number, earned, points }) => (
          <div key={id} className="min-w-0 flex-1 text-center text-muted text-xs tabular-nums">
            <div
              className={clsx(
                "flex h-12 items-end overflow-hidden rounded-sm",
                // Without points yet: no bar at all, not one of nothing.
                earned === undefined ? "border border-line-strong border-dashed" : "bg-subtle",
              )}
            >
              {earned !== undefined && (
                <div
                  className="min-h-0.5 w-full bg-primary"
                  style={{ height: `${points > 0 ? Math.max(0, Math.min(1, earned / points)) * 100 : 0}%` }}
                />
              )}
            </div>
            <span className="font-medium text-ink">{number}</span>
            {answers.length <= FEW_BARS && (
              <span className="block">{earned === undefined ? "–" : `${formatCount(earned)}/${points}`}</span>
            )}
          </div>
        ))}
      </div>
    </figure>
  );
}

function Paper({ detail }: { detail: ResultDetail }) {
  const minutes = Math.round((Date.parse(detail.submitted_at) - Date.parse(detail.started_at)) / 60_000);
  const facts = [
    [t("test"), detail.test_title],
    [t("started"), formatDateTime(detail.started_at)],
    [t("submitted"), formatDateTime(detail.submitted_at)],
    [
      t("timeUsed"),
      t("minutesOf", {
        used: minuteCount(Math.max(0, minutes)),
        whole: minuteCount(detail.test_duration_minutes),
      }),
    ],
    [t("monitoring"), monitoringWords(detail)],
    [t("scoring"), scoringLabel(detail.scoring_status)],
    ...boxes(detail).slice(0, 2),
  ];
  return (
    <article className="mx-auto max-w-3xl rounded-card border border-line bg-surface p-5 sm:p-8 print:max-w-none print:rounded-none print:border-0 print:p-0">
      <Letterhead company={detail.company} />
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 print:flex-nowrap">
        <div className="min-w-48 flex-1">
          <p className="text-muted text-xs">{t("report")}</p>
          <h1 className="mt-1 font-semibold text-xl">
            <bdi>{detail.applicant_name}</bdi>
          </h1>
          <p className="text-ink-2">{detail.applicant_email}</p>
        </div>
        <div className="min-w-0 sm:text-end print:text-end">
          <p className="text-muted text-xs">{t("finalScore")}</p>
          {detail.provisional ? (
            <>
              <p className="font-semibold text-base">{t("notFinal")}</p>
              <p className="text-muted text-xs tabular-nums">{provisionalWords(detail)}</p>
            </>
          ) : (
            <>
              <p className="font-semibold text-2xl tabular-nums">{exactPercent(detail.final_score)}</p>
              <p className="text-muted text-xs tabular-nums">{standingWords(detail)}</p>
            </>
          )}
        </div>
      </header>
      <dl className="mt-6 mb-6 grid grid-cols-[8rem_1fr] gap-x-4 gap-y-1.5 sm:grid-cols-[8rem_1fr_8rem_1fr] print:grid-cols-[8rem_1fr_8rem_1fr]">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 tabular-nums">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <Picture answers={detail.answers} />
      <h2 className="mb-2 font-semibold text-base">{t("answers")}</h2>
      <ol>
        {detail.answers.map((answer, index) => (
          <Answer
            key={answer.id}
            answer={answer}
            passage={passageBefore(detail.answers, detail.passages, index)}
          />
        ))}
      </ol>
      <footer className="mt-6 border-line border-t pt-3 text-muted text-xs">
        {t("printedSubmission", { date: formatDateTime(new Date()), id: detail.submission_id })}
      </footer>
    </article>
  );
}

/** Printable report of one result: dark on white in every theme, without the surrounding page. */
export default function Report({ id, onBack }: { id: string; onBack: () => void }) {
  const { data, error, refetch, isFetching } = useResult(id);
  useFailureToast(error && !data, t("loadFailed"));
  usePrinted();
  if (!data && !error) return <PageSpinner label={t("loadingReport")} />;
  return (
    <main id="main" className="min-h-dvh px-4 py-6 print:p-0">
      <title>{data ? t("pageTitle", { title: data.applicant_name }) : t("reportTitle")}</title>
      <PrintBar
        className="max-w-3xl gap-1 sm:gap-3 max-sm:[&>*]:px-3"
        back={
          <span>
            {t.rich("backToResults", { long: (inside) => <span className="max-sm:hidden">{inside}</span> })}
          </span>
        }
        print={t("print")}
        disabled={!data}
        onBack={onBack}
      >
        <ButtonLink
          variant="ghost"
          className="ms-auto"
          to={`/admin?tab=results&brief=${encodeURIComponent(id)}`}
        >
          {t("brief")}
        </ButtonLink>
      </PrintBar>
      {error && !data ? (
        <QueryError title={t("notLoaded")} {...{ error, refetch, isFetching }} />
      ) : (
        data && <Paper detail={data} />
      )}
    </main>
  );
}
