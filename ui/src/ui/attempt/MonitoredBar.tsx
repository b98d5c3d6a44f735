import { clsx } from "clsx";
import type { Timeline } from "@/api/types";
import { formatTime } from "@/lib/format";
import { lengthWords, monitoredShare, stretches } from "@/lib/timeline";
import { t } from "@/lib/timeline-texts";

interface Props {
  timeline: Timeline;
  startedAt: string;
  /** The end of the test; now, while it runs. */
  endedAt: string;
}

/** Bar of the periods with and without video of the candidate, over the whole test. */
export function MonitoredBar({ timeline, startedAt, endedAt }: Props) {
  const [start, end] = [Date.parse(startedAt), Date.parse(endedAt)];
  const parts = stretches(timeline, start, end);
  const total = Math.max(1, end - start);
  const watched = monitoredShare(parts) * total;
  return (
    <div className="text-sm">
      <div aria-hidden="true" className="flex h-2 overflow-hidden rounded-full bg-subtle">
        {parts.map(({ from, to, monitored }) => (
          <span
            key={from}
            title={t(monitored ? "monitoredFromTo" : "notMonitoredFromTo", {
              from: formatTime(new Date(from)),
              to: formatTime(new Date(to)),
            })}
            style={{ width: `${((to - from) / total) * 100}%` }}
            className={clsx("min-w-px", monitored ? "bg-success" : "bg-line-strong/40")}
          />
        ))}
      </div>
      <dl className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-xs">
        <div className="flex items-center gap-1.5">
          <span aria-hidden="true" className="size-2 rounded-full bg-success" />
          <dt className="text-muted">{t("monitored")}</dt>
          <dd className="tabular-nums">{lengthWords(watched)}</dd>
        </div>
        <div className="flex items-center gap-1.5">
          <span aria-hidden="true" className="size-2 rounded-full bg-line-strong/40" />
          <dt className="text-muted">{t("notMonitored")}</dt>
          <dd className="tabular-nums">{lengthWords(total - watched)}</dd>
        </div>
      </dl>
    </div>
  );
}
