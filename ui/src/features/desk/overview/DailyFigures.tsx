import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Reply } from "@/api/operations";
import { queryOf } from "@/api/query";
import { dayOf, localDay } from "@/lib/days";
import { formatDate, viewerZone } from "@/lib/format";
import { Card } from "@/ui/Card";
import { ChartTable } from "@/ui/ChartTable";
import { Skeleton } from "@/ui/Skeleton";
import { t } from "./texts";

type Days = Reply<"/admin/daily-figures", "get">["days"];

/** Interval in ms: the picture is of days. */
const STALE_MS = 60_000;

const sum = (days: Days, name: "started" | "submitted") => days.reduce((all, day) => all + day[name], 0);

const strong = (count: ReactNode) => <strong className="font-semibold tabular-nums">{count}</strong>;

const dayWords = (date: string) => formatDate(dayOf(date));

/** Pairs of bars, a day each. */
function Bars({ days }: { days: Days }) {
  const most = Math.max(1, ...days.map(({ started, submitted }) => Math.max(started, submitted)));
  const today = localDay();
  const height = (count: number) => ({ height: `${(count / most) * 100}%` });
  return (
    <div aria-hidden="true" className="relative">
      <span className="absolute -top-1 start-0 text-muted text-xs tabular-nums">{most}</span>
      <ol className="flex h-28 items-end gap-1 border-line border-b pt-4 sm:gap-1.5">
        {days.map(({ date, started, submitted }) => (
          <li
            key={date}
            title={t("dayFigures", { day: dayWords(date), started, done: submitted })}
            className="flex h-full min-w-0 flex-1 items-end justify-center gap-px hover:bg-subtle"
          >
            <span className="w-1/2 max-w-3 rounded-t-sm bg-primary/40" style={height(started)} />
            <span className="w-1/2 max-w-3 rounded-t-sm bg-success" style={height(submitted)} />
          </li>
        ))}
      </ol>
      <ol className="flex gap-1 pt-1 text-center text-muted text-xs tabular-nums sm:gap-1.5">
        {days.map(({ date }, place) => (
          <li
            key={date}
            className={`min-w-0 flex-1 overflow-visible whitespace-nowrap ${date === today ? "font-semibold text-ink" : ""}`}
          >
            {(days.length - 1 - place) % 2 === 0 ? Number(date.slice(8)) : ""}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Tests that were begun and submitted on each of the last days. */
export function DailyFigures() {
  const { data } = useQuery({
    ...queryOf("/admin/daily-figures", { query: { tz: viewerZone() } }),
    staleTime: STALE_MS,
    refetchInterval: STALE_MS,
    retry: false,
  });
  if (data && sum(data.days, "started") + sum(data.days, "submitted") === 0) return null;
  return (
    <Card title={t("last14")}>
      {!data && <Skeleton className="h-36" />}
      {data && (
        <figure>
          <figcaption className="mb-3 flex flex-wrap gap-x-5 gap-y-1 text-sm">
            <span className="inline-flex items-center gap-2">
              <span aria-hidden="true" className="size-2.5 rounded-sm bg-primary/40" />
              <span>{t.rich("startedCount", { count: sum(data.days, "started"), b: strong })}</span>
            </span>
            <span className="inline-flex items-center gap-2">
              <span aria-hidden="true" className="size-2.5 rounded-sm bg-success" />
              <span>{t.rich("doneCount", { count: sum(data.days, "submitted"), b: strong })}</span>
            </span>
            {data.partial && <span className="text-muted text-xs">{t("tooManyDays")}</span>}
          </figcaption>
          <Bars days={data.days} />
          <ChartTable
            caption={t("perDay")}
            head={[t("day"), t("started"), t("done")]}
            rows={data.days.toReversed().map(({ date, started, submitted }) => ({
              key: date,
              cells: [dayWords(date), started, submitted],
            }))}
          />
        </figure>
      )}
    </Card>
  );
}
