import { useQuery } from "@tanstack/react-query";
import { Link2Off, Printer } from "lucide-react";
import { useParams } from "react-router-dom";
import { ApiFailure, errorText } from "@/api/client";
import { queryOf } from "@/api/query";
import type { Passage } from "@/api/types";
import { formatDateTime, minuteCount } from "@/lib/format";
import { passageBefore } from "@/lib/passage";
import { earnedWords, exactPercent } from "@/lib/score";
import { inPage, type Languages, languagesOf, takenTitle } from "@/lib/translated";
import { shownQuestion } from "@/lib/translated-question";
import { usePrinted } from "@/lib/usePrinted";
import { Brand } from "@/ui/Brand";
import { Button } from "@/ui/Button";
import { QueryError } from "@/ui/QueryError";
import { AskedText } from "@/ui/rich-text/AskedText";
import { PrintedPassage } from "@/ui/rich-text/PrintedPassage";
import { PageSpinner } from "@/ui/Spinner";
import { SharedHistory } from "./SharedHistory";
import type { SharedAnswer, SharedResult } from "./shared";
import { t } from "./texts";

interface AnswerProps {
  asked: SharedAnswer;
  number: number;
  /** Before the first of its questions. */
  passage: Passage | undefined;
  languages: Languages;
}

/** The answer as it is read beside the question as it is shown, with the tag of its language where the author wrote it. */
function answerOf(
  { answer, answer_text, answer_translations = {} }: SharedAnswer,
  languages: Languages,
  lang?: string,
) {
  const words =
    lang === languages.page ? inPage({ translations: answer_translations }, languages) : undefined;
  if (words !== undefined) return { text: words, lang };
  return answer_text === undefined ? { text: answer } : { text: answer_text, lang: languages.source };
}

function Answer({ asked, number, passage, languages }: AnswerProps) {
  const { score } = asked;
  const question = shownQuestion(asked.question, languages);
  const { text, lang } = answerOf(asked, languages, question.lang);
  return (
    <li className="break-inside-avoid-page border-line border-t py-4">
      {passage && <PrintedPassage passage={passage} languages={languages} />}
      {score && (
        <p className="text-end text-muted text-xs tabular-nums">
          {score.earned === null ? t("notScored") : earnedWords(score.earned, question.points)}
        </p>
      )}
      <div className="flex gap-1.5 font-medium">
        <span className="text-muted tabular-nums">{number}.</span>
        <AskedText
          content={question.content}
          source={question.question}
          lang={question.lang}
          gaps={question.gaps}
          className="min-w-0 flex-1"
        />
      </div>
      <p className="mt-2 text-muted text-xs">{t("answer")}</p>
      {text.trim() === "" ? (
        <p className="text-muted italic">{t("noAnswer")}</p>
      ) : (
        <p
          dir={question.type === "coding" ? "ltr" : "auto"}
          lang={lang}
          className={
            question.type === "coding"
              ? "whitespace-pre-wrap break-words font-mono text-xs leading-5"
              : "whitespace-pre-wrap break-words"
          }
        >
          {text}
        </p>
      )}
    </li>
  );
}

function scoreWords({
  earned_points,
  total_points,
  final_score,
}: NonNullable<SharedResult["score"]>): string {
  return final_score === null
    ? t("soFar", { score: earnedWords(earned_points, total_points) })
    : exactPercent(final_score);
}

function Result({ result, languages }: { result: SharedResult; languages: Languages }) {
  const minutes = Math.round((Date.parse(result.submitted_at) - Date.parse(result.started_at)) / 60_000);
  return (
    <article className="min-w-0 rounded-card border border-line bg-surface p-5 sm:p-8 print:rounded-none print:border-0 print:p-0">
      <header className="mb-4 flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="font-semibold text-base">
            <bdi>{result.applicant_name}</bdi>
          </h2>
          <p className="text-muted text-xs">
            {formatDateTime(result.submitted_at)}, {minuteCount(Math.max(0, minutes))}
          </p>
        </div>
        {result.score && <p className="font-semibold text-lg tabular-nums">{scoreWords(result.score)}</p>}
      </header>
      {result.answers && (
        <ol>
          {result.answers.map((asked, index) => (
            <Answer
              key={asked.question.id}
              asked={asked}
              number={index + 1}
              languages={languages}
              passage={passageBefore(
                result.answers?.map(({ question }) => question),
                result.passages,
                index,
              )}
            />
          ))}
        </ol>
      )}
      {result.history && result.answers && <SharedHistory result={result} languages={languages} />}
    </article>
  );
}

/** /shared/:token: what an administrator shows to a person without an account (docs/behaviour/results.md#sharing). */
export default function SharedPage() {
  const { token = "" } = useParams();
  const { data, error, refetch, isFetching } = useQuery({
    ...queryOf("/shares/{token}", { path: { token } }),
    // Each is a view that is counted.
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  usePrinted();
  if (!data && !error) return <PageSpinner label={t("loading")} />;
  const compares = (data?.results.length ?? 0) > 1;
  const languages = languagesOf({ language: data?.test_language });
  const title = data && takenTitle(data);
  const gone = error instanceof ApiFailure && error.status === 410;
  return (
    <main
      className={`mx-auto min-h-dvh space-y-4 px-4 pt-6 pb-10 print:p-0 ${compares ? "max-w-[1200px]" : "max-w-3xl"}`}
    >
      <title>{title ? t("pageTitle", { title: title.source }) : t("title")}</title>
      <div className="flex items-center justify-between gap-3 print:hidden">
        <Brand company={data?.company} />
        {data && (
          <Button variant="secondary" icon={Printer} onClick={() => window.print()}>
            {t("print")}
          </Button>
        )}
      </div>
      {gone && (
        <section className="mx-auto max-w-md rounded-card border border-line bg-surface px-6 py-10 text-center">
          <Link2Off aria-hidden="true" className="mx-auto size-8 text-muted" />
          <h1 className="mt-3 font-semibold text-xl">{t("gone")}</h1>
          <p className="mt-2 text-ink-2">{errorText(error)}</p>
        </section>
      )}
      {error && !gone && !data && <QueryError title={t("notLoaded")} {...{ error, refetch, isFetching }} />}
      {data && title && (
        <>
          <header>
            <h1 dir="auto" lang={title.lang} className="text-match font-semibold text-xl">
              {title.source}
            </h1>
            <p className="text-muted text-sm print:hidden">
              {t("inConfidence", { date: formatDateTime(data.expires_at) })}
            </p>
          </header>
          <div className={compares ? "grid gap-4 lg:grid-cols-2" : ""}>
            {data.results.map((result, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a shared result has no id
              <Result key={index} result={result} languages={languages} />
            ))}
          </div>
        </>
      )}
    </main>
  );
}
