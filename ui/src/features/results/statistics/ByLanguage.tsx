import type { QuestionStatistics, TestStatistics } from "@/api/types";
import { languageName } from "@/features/staff-shared/language-name";
import { exactPercent, wholePercent } from "@/lib/score";
import { type Column, Table } from "@/ui/Table";
import { t } from "./texts";

type Figures = NonNullable<TestStatistics["languages"]>[number];

const percent = (share: number | undefined) => (share === undefined ? "–" : exactPercent(share));

const results = ({ counted, submissions }: Figures) =>
  counted < submissions ? t("partOf", { part: counted, whole: submissions }) : String(submissions);

function Language({ tag }: { tag: string | undefined }) {
  return tag === undefined ? t("unknownLanguage") : <bdi lang={tag}>{languageName(tag)}</bdi>;
}

/** The results of those who read the questions in each language. */
export function ByLanguage({ languages }: { languages: Figures[] }) {
  const number = { align: "right" as const, className: "tabular-nums" };
  const columns: Column<Figures>[] = [
    { key: "language", header: t("language"), cell: ({ language }) => <Language tag={language} /> },
    { key: "results", header: t("results"), ...number, cell: results },
    { key: "mean", header: t("mean"), ...number, cell: ({ mean }) => percent(mean) },
    { key: "median", header: t("median"), ...number, cell: ({ median }) => percent(median) },
  ];
  return (
    <Table
      caption={t("byLanguage")}
      columns={columns}
      rows={languages}
      rowKey={({ language = "" }) => language}
      low
      card={(one) => (
        <div className="space-y-1">
          <p className="font-medium text-sm">
            <Language tag={one.language} />
          </p>
          <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-1 text-sm tabular-nums">
            <dt className="text-muted text-xs">{t("results")}</dt>
            <dd>{results(one)}</dd>
            <dt className="text-muted text-xs">{t("mean")}</dt>
            <dd>{percent(one.mean)}</dd>
            <dt className="text-muted text-xs">{t("median")}</dt>
            <dd>{percent(one.median)}</dd>
          </dl>
        </div>
      )}
    />
  );
}

/** The share of points that was earned in each language. */
export function QuestionByLanguage({ question: { languages } }: { question: QuestionStatistics }) {
  if (!languages) return null;
  return (
    <ul aria-label={t("byLanguage")} className="mt-1 flex flex-wrap gap-x-3 text-muted text-xs tabular-nums">
      {languages.map(({ language, scored, share_correct }) => (
        <li key={language ?? ""}>
          {t.rich("shareIn", {
            language: <Language tag={language} />,
            share: share_correct === undefined ? "–" : wholePercent(share_correct * 100),
            answers: t("scoredAnswers", { count: scored }),
          })}
        </li>
      ))}
    </ul>
  );
}
