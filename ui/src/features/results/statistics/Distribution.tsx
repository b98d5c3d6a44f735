import type { TestStatistics } from "@/api/types";
import { t } from "./texts";

/** Histogram of results by ten percent: bars, plus a list for screen readers. */
export function Distribution({ buckets }: { buckets: TestStatistics["distribution"] }) {
  const most = Math.max(1, ...buckets.map(({ count }) => count));
  return (
    <ol aria-label={t("distribution")} className="flex min-h-52 items-stretch gap-1 sm:gap-2">
      {buckets.map(({ from, to, count }) => (
        <li key={from} className="flex min-w-0 flex-1 flex-col justify-end text-center">
          <span className="sr-only">{t("bucket", { from, to, count })}</span>
          <span aria-hidden="true" className="text-ink-2 text-xs tabular-nums">
            {count > 0 && count}
          </span>
          <span
            aria-hidden="true"
            className="mt-1 min-h-0.5 rounded-t-sm bg-primary"
            style={{ height: `${(count / most) * 80}%` }}
          />
          <span aria-hidden="true" className="border-line border-t pt-1 text-muted text-xs tabular-nums">
            {from}
            <span className="max-sm:hidden">–{to === 100 ? 100 : to - 1}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}
