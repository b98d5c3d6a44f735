import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { queryOf } from "@/api/query";
import type { Ranking } from "@/api/ranking";
import { finalWords, hasMiddle } from "@/features/staff-shared/few";
import { formatCount } from "@/lib/format";
import { useRights } from "@/lib/rights";
import { exactPercent } from "@/lib/score";
import { Skeleton } from "@/ui/Skeleton";
import { ScoreField } from "../charts/ScoreField";
import { isMarked } from "./pass-mark/marks";
import { PassMarkDialog } from "./pass-mark/PassMarkDialog";
import { t } from "./texts";

/** A figure of all final results, and of how many: of a few, it would be the score of one of them. */
function middle(value: number | null, { final, submissions }: Ranking["field"]): ReactNode {
  if (value === null || !hasMiddle(final)) return submissions === 0 ? "–" : finalWords(final, submissions);
  return (
    <>
      {exactPercent(value)}
      {final < submissions && (
        <span className="block whitespace-nowrap font-normal text-muted text-xs min-[87rem]:ms-2 min-[87rem]:inline">
          {finalWords(final, submissions)}
        </span>
      )}
    </>
  );
}

function figures({ field, pass_mark }: Ranking): [string, ReactNode][] {
  return [
    [t("submissions"), formatCount(field.submissions)],
    [t("meanScore"), middle(field.mean, field)],
    [t("medianScore"), middle(field.median, field)],
    [
      t("passed"),
      field.passed === null || !isMarked(pass_mark)
        ? t("noPassMark")
        : t("partOf", { part: formatCount(field.passed), whole: formatCount(field.final) }),
    ],
  ];
}

const loading = (): [string, ReactNode][] =>
  [t("submissions"), t("meanScore"), t("medianScore"), t("passed")].map((name) => [
    name,
    <Skeleton key={name} className="my-0.5 h-5 w-16" />,
  ]);

interface Props {
  test: string;
  ranking: Ranking | undefined;
  /** The editor of the pass mark. */
  children: ReactNode;
}

/** Figures of all final results of the test, with the editor of the pass mark. */
export function Figures({ test, ranking, children }: Props) {
  const { data, isLoading } = useQuery({
    ...queryOf("/tests/{id}/statistics", { path: { id: test }, query: {} }),
    enabled: ranking !== undefined && hasMiddle(ranking.field.final),
    retry: false,
  });
  const [wanted, setWanted] = useState<number>();
  const { may } = useRights();
  const isShown = data !== undefined && hasMiddle(data.counted);
  return (
    <dl className="grid min-w-0 flex-1 basis-full grid-cols-3 lg:basis-[46rem] gap-px overflow-hidden rounded-card border border-line bg-line sm:grid-cols-[repeat(4,1fr)_auto] lg:has-[>:nth-child(6)]:grid-cols-[repeat(5,auto)_minmax(12rem,1fr)]">
      {(ranking ? figures(ranking) : loading()).map(([name, value]) => (
        <div key={name} className="min-w-0 bg-surface px-3 py-1.5 sm:py-2 lg:px-4 lg:py-1.5">
          <dt className="whitespace-nowrap text-muted text-xs">{name}</dt>
          <dd className="font-semibold text-base tabular-nums">{value}</dd>
        </div>
      ))}
      <div className="min-w-0 bg-surface px-3 py-1.5 max-sm:col-span-2 sm:py-2 lg:px-4 lg:py-1.5">
        {children}
      </div>
      {(isShown || isLoading || !ranking) && (
        <div
          title={t("distribution")}
          className="min-w-0 bg-surface px-3 py-1.5 max-lg:col-span-full sm:py-2 lg:px-4 lg:pt-2 lg:pb-1.5"
        >
          <dt className="text-muted text-xs max-sm:sr-only lg:sr-only">{t("distribution")}</dt>
          <dd className="sm:max-lg:mt-1">
            {ranking && isShown ? (
              <ScoreField
                compact
                buckets={data.distribution}
                passMark={ranking.pass_mark.percent}
                onMark={may("decide", test) ? setWanted : undefined}
              />
            ) : (
              // Its place is kept while it loads.
              <Skeleton className="h-8 w-full" />
            )}
          </dd>
        </div>
      )}
      {ranking && wanted !== undefined && (
        <PassMarkDialog
          test={test}
          mark={ranking.pass_mark}
          wanted={wanted}
          sections={ranking.sections.map(({ label }) => label)}
          onClose={() => setWanted(undefined)}
        />
      )}
    </dl>
  );
}
