import { clsx } from "clsx";
import { useState } from "react";
import type { TestStatistics } from "@/api/types";
import { exactPercent, wholePercent } from "@/lib/score";
import { ChartTable } from "@/ui/ChartTable";
import { t } from "../statistics/texts";

type Buckets = TestStatistics["distribution"];

interface Props {
  buckets: Buckets;
  /** In percent; null without one. */
  passMark: number | null;
  /** The score of one candidate, in percent. */
  own?: number;
  /** Two lines of text high, without an axis. */
  compact?: boolean;
  /** Makes the pass mark a handle; called with the mark that was chosen, which is not saved by that. */
  onMark?: ((percent: number) => void) | undefined;
}

const spanWords = ({ from, to }: Buckets[number]) => t("span", { from, to });
const at = (percent: number) => `${Math.max(0, Math.min(100, percent))}%`;
const holds = ({ from, to }: Buckets[number], score: number) =>
  score >= from && (score < to || (to === 100 && score >= 100));

const ARROWS: Record<string, number> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 10,
  PageDown: -10,
};

/** The pass mark to take hold of: dragged, or moved with the arrow keys and chosen with Enter. */
function MarkHandle({ start, onMark }: { start: number; onMark: (percent: number) => void }) {
  const [moved, setMoved] = useState<number>();
  const value = moved ?? start;
  const set = (to: number) => setMoved(Math.round(Math.min(100, Math.max(0, to))));
  const choose = () => {
    setMoved(undefined);
    if (moved !== undefined && moved !== start) onMark(moved);
  };
  return (
    <span
      role="slider"
      tabIndex={0}
      aria-label={t("passMark")}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value}
      aria-valuetext={t("handle", { percent: value })}
      className="absolute inset-y-0 z-10 flex w-6 -translate-x-1/2 cursor-ew-resize touch-none justify-center"
      style={{ left: at(value) }}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        const area = event.currentTarget.parentElement?.getBoundingClientRect();
        if (area && event.currentTarget.hasPointerCapture(event.pointerId))
          set(((event.clientX - area.left) / area.width) * 100);
      }}
      onPointerUp={choose}
      onPointerCancel={() => setMoved(undefined)}
      onKeyDown={(event) => {
        const step = ARROWS[event.key];
        if (step !== undefined) set(value + step);
        else if (event.key === "Home") set(0);
        else if (event.key === "End") set(100);
        else if (event.key === "Enter" || event.key === " ") choose();
        else if (event.key === "Escape" && moved !== undefined) setMoved(undefined);
        else return;
        event.preventDefault();
      }}
    >
      <span aria-hidden="true" className="h-full w-0.5 bg-warning" />
      <span
        aria-hidden="true"
        className="absolute top-0 size-3 rounded-full border-2 border-surface bg-warning"
      />
      {moved !== undefined && (
        <span
          aria-hidden="true"
          className="absolute bottom-full rounded-sm bg-ink px-1 font-semibold text-surface text-xs tabular-nums"
        >
          {wholePercent(moved)}
        </span>
      )}
    </span>
  );
}

/** How many candidates have which score, with the pass mark and one of the candidates. */
export function ScoreField({ buckets, passMark, own, compact = false, onMark }: Props) {
  const most = Math.max(1, ...buckets.map(({ count }) => count));
  const rows = buckets.map((bucket) => ({
    key: spanWords(bucket),
    cells: [
      own !== undefined && holds(bucket, own) ? t("spanOwn", { span: spanWords(bucket) }) : spanWords(bucket),
      bucket.count,
    ],
  }));
  const words = [
    t("scoresOf", { count: buckets.reduce((all, { count }) => all + count, 0) }),
    passMark !== null && t("markInside", { mark: exactPercent(passMark) }),
    own !== undefined && t("thisOne", { score: exactPercent(own) }),
  ];
  return (
    <figure className="relative">
      {/* Left to right in every language, as its numbers are. */}
      {onMark && <MarkHandle start={passMark ?? 0} onMark={onMark} />}
      <div role="img" aria-label={words.filter(Boolean).join(", ")} className="relative [direction:ltr]">
        {own !== undefined && (
          <span
            className="absolute top-0 z-10 -translate-x-1/2 whitespace-nowrap rounded-sm bg-ink px-1 font-semibold text-surface text-xs tabular-nums"
            style={{ left: `clamp(1.25rem, ${at(own)}, calc(100% - 1.25rem))` }}
          >
            {exactPercent(own)}
          </span>
        )}
        <div
          className={clsx(
            "flex items-end gap-px border-line border-b sm:gap-0.5",
            compact ? "h-9" : "h-28 pt-6",
          )}
        >
          {buckets.map((bucket) => {
            const isOwn = own !== undefined && holds(bucket, own);
            const passes = passMark === null || bucket.from >= passMark;
            return (
              <span
                key={bucket.from}
                title={`${spanWords(bucket)}: ${t("candidateCount", { count: bucket.count })}`}
                className={clsx(
                  "min-w-0 flex-1 rounded-t-sm",
                  isOwn ? "bg-ink" : passes ? "bg-primary" : "bg-primary/40",
                )}
                style={{
                  height: bucket.count === 0 ? "1px" : `${Math.max(6, (bucket.count / most) * 100)}%`,
                }}
              />
            );
          })}
        </div>
        {passMark !== null && !onMark && (
          <span
            title={t("passMarkIs", { mark: exactPercent(passMark) })}
            className="absolute bottom-0 w-0.5 bg-warning"
            style={{ left: `calc(${at(passMark)} - 1px)`, height: compact ? "100%" : "calc(100% - 1.5rem)" }}
          />
        )}
      </div>
      {compact && (
        <ol className="sr-only">
          {rows.map(({ key, cells: [span, count] }) => (
            <li key={key}>
              {span}: {t("candidateCount", { count: Number(count) })}
            </li>
          ))}
        </ol>
      )}
      {!compact && (
        <>
          <p
            aria-hidden="true"
            className="flex justify-between pt-1 text-muted text-xs tabular-nums [direction:ltr]"
          >
            {[0, 25, 50, 75, 100].map((mark) => (
              <span key={mark}>{wholePercent(mark)}</span>
            ))}
          </p>
          <ChartTable caption={t("byScore")} head={[t("score"), t("candidates")]} rows={rows} />
        </>
      )}
    </figure>
  );
}
