import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { queryOf } from "@/api/query";
import type { History, ResultAnswer, ResultDetail, TestStatistics } from "@/api/types";
import { questionLine } from "@/features/staff-shared/answers/question-line";
import { formatDateTime } from "@/lib/format";
import { earnedWords, exactPercent, provisionalWords, wholePercent } from "@/lib/score";
import { usePrinted } from "@/lib/usePrinted";
import { QueryError } from "@/ui/QueryError";
import { PageSpinner } from "@/ui/Spinner";
import { AreaBars } from "../charts/AreaBars";
import { Letterhead } from "../Letterhead";
import { PrintBar } from "../PrintBar";
import { useResult } from "../queries";
import { standingWords } from "../standing";
import { t } from "../texts";
import { type Area, areas, strengths, topics, turningPoints, weaknesses } from "./brief";

const percent = (value: number) => wholePercent(value * 100);

interface AreasProps {
  title: string;
  list: Area[];
  none: string;
  /** The points stand elsewhere. */
  short: boolean;
}

function Areas({ title, list, none, short }: AreasProps) {
  if (short)
    return (
      <section className="min-w-0">
        <h2 className="font-semibold text-sm">{title}</h2>
        <p dir="auto">{list.map(({ name }) => name).join(", ") || none}</p>
      </section>
    );
  return (
    <section className="min-w-0">
      <h2 className="font-semibold text-sm">{title}</h2>
      {list.length === 0 && <p className="mt-1 text-muted">{none}</p>}
      <ul className="mt-1 space-y-1">
        {list.map(({ name, earned, points: possible, field }) => (
          <li key={name} className="tabular-nums">
            {name}: {earnedWords(earned, possible)}
            {field !== null && (
              <span className="text-muted"> {t("allShare", { share: percent(field) })}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The beginning of the answer, so that no one needs the result beside the brief. */
function AnswerLine({ answer: { answer, answer_text, question_type } }: { answer: ResultAnswer }) {
  const words = (answer_text ?? answer).trim();
  const isCode = question_type === "coding";
  if (words === "") return null;
  return (
    <p
      dir={isCode ? "ltr" : "auto"}
      className={clsx(
        "my-0.5 line-clamp-2 border-line-strong border-s-2 ps-2 text-ink-2 text-xs print:line-clamp-1",
        isCode && "whitespace-pre-wrap font-mono",
      )}
    >
      {words}
    </p>
  );
}

/** Parts of the test that fit beside the rest of one page. */
const MAX_BARS = 8;

interface Known {
  detail: ResultDetail;
  statistics: TestStatistics | undefined;
  history: History | undefined;
}

function Sheet({ detail, statistics, history }: Known) {
  const all = areas(detail, statistics);
  const asked = topics(detail, statistics);
  const turns = history ? turningPoints(detail, history.questions, Date.parse(history.started_at)) : [];
  return (
    <article className="mx-auto max-w-3xl space-y-6 rounded-card border border-line bg-surface p-5 text-sm sm:p-8 print:max-w-none print:space-y-4 print:rounded-none print:border-0 print:p-0">
      <Letterhead company={detail.company} />
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 print:flex-nowrap">
        <div className="min-w-48 flex-1">
          <p className="text-muted text-xs">{t("brief")}</p>
          <h1 className="mt-1 font-semibold text-xl">
            <bdi>{detail.applicant_name}</bdi>
          </h1>
          <p dir="auto" className="text-ink-2">
            {detail.test_title}
          </p>
          <p className="text-muted text-xs">{formatDateTime(detail.submitted_at)}</p>
        </div>
        <div className="min-w-0 sm:text-end print:text-end">
          <p className="font-semibold text-2xl tabular-nums">
            {detail.provisional ? t("notFinal") : exactPercent(detail.final_score)}
          </p>
          <p className="text-muted text-xs tabular-nums">
            {detail.provisional ? provisionalWords(detail) : standingWords(detail)}
          </p>
        </div>
      </header>
      {all.length > 1 && <AreaBars areas={all.slice(0, MAX_BARS)} />}
      <div className="grid gap-6 sm:grid-cols-2 print:grid-cols-2">
        <Areas
          title={t("strong")}
          short={all.length > 1}
          list={strengths(all)}
          none={t("nothingStandsOut")}
        />
        <Areas title={t("weak")} short={all.length > 1} list={weaknesses(all)} none={t("nothingStandsOut")} />
      </div>
      <section>
        <h2 className="font-semibold text-sm">{t("worthAsking")}</h2>
        {asked.length === 0 && <p className="mt-1 text-muted">{t("asExpected")}</p>}
        <ol className="mt-1 space-y-2">
          {asked.map(({ answer, reasons, prompt }) => (
            <li key={answer.id} className="break-inside-avoid-page">
              <p dir="auto" className="line-clamp-2">
                <span className="tabular-nums">{answer.number}.</span> {questionLine(answer)}
              </p>
              <AnswerLine answer={answer} />
              <p className="text-muted text-xs">
                {reasons.join(". ")}. <span className="font-medium text-ink">{prompt}</span>
              </p>
              {answer.review_comments && (
                <p dir="auto" className="line-clamp-3 whitespace-pre-wrap text-ink-2 text-xs">
                  {answer.review_comments}
                </p>
              )}
            </li>
          ))}
        </ol>
      </section>
      <section>
        <h2 className="font-semibold text-sm">{t("turningPoints")}</h2>
        {turns.length === 0 ? (
          <p className="mt-1 text-muted">{history?.head ? t("noLargeChange") : t("noHistoryKept")}</p>
        ) : (
          <ul className="mt-1 space-y-1">
            {turns.map(({ number, at, words }) => (
              <li key={`${number} ${at} ${words}`}>{t("questionSaid", { number, words })}</li>
            ))}
          </ul>
        )}
      </section>
      <footer className="border-line border-t pt-3 text-muted text-xs">
        {t("briefFooter", { date: formatDateTime(new Date()) })}
      </footer>
    </article>
  );
}

/** One printable page for the interviewer: what to ask about. */
export default function BriefPage({ id, onBack }: { id: string; onBack: () => void }) {
  const { data, error, refetch, isFetching } = useResult(id);
  const history = useQuery(queryOf("/results/{submission_id}/history", { path: { submission_id: id } }));
  const statistics = useQuery({
    ...queryOf("/tests/{id}/statistics", { path: { id: data?.test_id ?? "" }, query: {} }),
    enabled: data !== undefined,
  });
  usePrinted();
  // Without them the page says less, but shows what there is.
  const isWaiting = history.isLoading || statistics.isLoading;
  if (!error && (!data || isWaiting)) return <PageSpinner label={t("loadingBrief")} />;
  return (
    <main id="main" className="min-h-dvh px-4 py-6 print:p-0">
      <title>{data ? t("pageTitle", { title: data.applicant_name }) : t("briefTitle")}</title>
      <PrintBar
        className="max-w-3xl gap-x-3 gap-y-1"
        back={t("back")}
        print={t("print")}
        disabled={!data}
        onBack={onBack}
      />
      {error && !data ? (
        <QueryError title={t("notLoaded")} {...{ error, refetch, isFetching }} />
      ) : (
        data && <Sheet detail={data} statistics={statistics.data} history={history.data} />
      )}
    </main>
  );
}
