import type { Passage } from "@/api/types";
import { formatDateTime, minuteCount } from "@/lib/format";
import { passageBefore } from "@/lib/passage";
import { earnedWords, exactPercent } from "@/lib/score";
import type { Languages } from "@/lib/translated";
import { shownQuestion } from "@/lib/translated-question";
import { AskedText } from "@/ui/rich-text/AskedText";
import { PrintedPassage } from "@/ui/rich-text/PrintedPassage";
import { AnswerText, Earned } from "./AnswerText";
import { SharedHistory } from "./SharedHistory";
import type { SharedAnswer, SharedResult } from "./shared";
import { t } from "./texts";

/** At most four results are shown together. */
const COLUMNS = ["", "", "sm:grid-cols-2", "sm:grid-cols-3", "sm:grid-cols-2 lg:grid-cols-4"];

interface QuestionProps {
  asked: SharedAnswer;
  number: number;
  /** Before the first of its questions. */
  passage: Passage | undefined;
  languages: Languages;
  /** The answers to it with their candidates; one alone needs no name. */
  answers: { name: string; asked: SharedAnswer }[];
}

function Question({ asked, number, passage, languages, answers }: QuestionProps) {
  const question = shownQuestion(asked.question, languages);
  const isAlone = answers.length === 1;
  return (
    <li className={`border-line border-t py-4 ${isAlone ? "break-inside-avoid-page" : ""}`}>
      {passage && <PrintedPassage passage={passage} languages={languages} />}
      {isAlone && (
        <p className="text-end empty:hidden">
          <Earned asked={asked} />
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
      <div className={`grid gap-x-6 gap-y-3 ${COLUMNS[answers.length] ?? ""}`}>
        {answers.map(({ name, asked: own }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a shared result has no id
          <div key={index} className="min-w-0">
            <p className="mt-2 flex justify-between gap-2 text-muted text-xs">
              {isAlone ? t("answer") : <bdi className="font-medium text-ink-2">{name}</bdi>}
              {!isAlone && <Earned asked={own} />}
            </p>
            <AnswerText asked={own} languages={languages} lang={question.lang} />
          </div>
        ))}
      </div>
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

function Head({ result }: { result: SharedResult }) {
  const minutes = Math.round((Date.parse(result.submitted_at) - Date.parse(result.started_at)) / 60_000);
  return (
    <header className="flex min-w-0 flex-wrap items-start justify-between gap-x-3 gap-y-1">
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
  );
}

const keyOf = ({ question: { id, question } }: SharedAnswer) => JSON.stringify([id, question]);

/** The answer to each question of the first result by all of them; null where they were not asked the same. */
function byQuestion(results: readonly SharedResult[]): SharedAnswer[][] | null {
  const all = results.map(({ answers }) => new Map(answers?.map((asked) => [keyOf(asked), asked])));
  const [first] = all;
  if (!first || first.size === 0 || all.some(({ size }) => size !== first.size)) return null;
  const rows = [...first.keys()].map((key) =>
    all.map((of) => of.get(key)).filter((asked) => asked !== undefined),
  );
  return rows.every((row) => row.length === results.length) ? rows : null;
}

interface Props {
  results: readonly SharedResult[];
  languages: Languages;
}

/** Results of the same questions, or one: each question once, with the answers side by side. */
function Together({ results, rows, languages }: Props & { rows: SharedAnswer[][] }) {
  const asked = rows.flatMap(([one]) => (one ? [one] : []));
  return (
    <article className="min-w-0 rounded-card border border-line bg-surface p-5 sm:p-8 print:rounded-none print:border-0 print:p-0">
      <div className={`mb-4 grid gap-x-6 gap-y-3 ${COLUMNS[results.length] ?? ""}`}>
        {results.map((result, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a shared result has no id
          <Head key={index} result={result} />
        ))}
      </div>
      <ol className="empty:hidden">
        {asked.map((one, index) => (
          <Question
            key={one.question.id}
            asked={one}
            number={index + 1}
            languages={languages}
            passage={passageBefore(
              asked.map(({ question }) => question),
              results[0]?.passages,
              index,
            )}
            answers={(rows[index] ?? []).map((own, at) => ({
              name: results[at]?.applicant_name ?? "",
              asked: own,
            }))}
          />
        ))}
      </ol>
      {results.map((result, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a shared result has no id
        <SharedHistory key={index} result={result} languages={languages} />
      ))}
    </article>
  );
}

/** All results of a link: side by side by question where they were asked the same, otherwise one beside the other. */
export function Results({ results, languages }: Props) {
  const rows = byQuestion(results);
  if (rows) return <Together {...{ results, rows, languages }} />;
  return (
    <div className={results.length > 1 ? "grid gap-4 lg:grid-cols-2" : ""}>
      {results.map((result, index) => (
        <Together
          // biome-ignore lint/suspicious/noArrayIndexKey: a shared result has no id
          key={index}
          results={[result]}
          rows={(result.answers ?? []).map((asked) => [asked])}
          languages={languages}
        />
      ))}
    </div>
  );
}
