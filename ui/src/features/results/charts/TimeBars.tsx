import { clsx } from "clsx";
import { spent } from "@/lib/format";
import { ChartTable } from "@/ui/ChartTable";
import { t } from "../statistics/texts";

export interface TimeOfQuestion {
  id: string;
  /** Questions of one pool share it. */
  number: number;
  seconds: number;
  /** The median of all candidates; null if unknown. */
  usual: number | null;
}

/** Time that one candidate spent on each question, with a mark at the median of all. */
export function TimeBars({ times }: { times: TimeOfQuestion[] }) {
  const most = Math.max(1, ...times.flatMap(({ seconds, usual }) => [seconds, usual ?? 0]));
  const height = (seconds: number) => `${(seconds / most) * 100}%`;
  const words = times.map(({ number, seconds }) => `${number}: ${spent(seconds)}`).join(", ");
  return (
    <figure>
      <div role="img" aria-label={t("perQuestionWords", { words })} className="flex h-28 items-stretch gap-1">
        {times.map(({ id, number, seconds, usual }) => (
          <span
            key={id}
            title={
              usual === null
                ? t("timeOf", { number, time: spent(seconds) })
                : t("timeOfAll", { number, time: spent(seconds), usual: spent(usual) })
            }
            className="flex min-w-0 max-w-10 flex-1 flex-col"
          >
            <span className="relative min-h-0 flex-1 border-line border-b">
              <span
                className={clsx(
                  "absolute inset-x-0 bottom-0 min-h-px rounded-t-sm print:[print-color-adjust:exact]",
                  usual !== null && seconds > usual * 2 ? "bg-primary" : "bg-primary/60",
                )}
                style={{ height: height(seconds) }}
              />
              {usual !== null && (
                <span className="absolute inset-x-0 h-0.5 bg-ink" style={{ bottom: height(usual) }} />
              )}
            </span>
            <span className="text-center text-muted text-xs tabular-nums">{number}</span>
          </span>
        ))}
      </div>
      <p className="text-muted text-xs">{t("lineMedian")}</p>
      <ChartTable
        caption={t("perQuestion")}
        head={[t("question"), t("time"), t("medianOfAll")]}
        rows={times.map(({ id, number, seconds, usual }) => ({
          key: id,
          cells: [number, spent(seconds), spent(usual)],
        }))}
      />
    </figure>
  );
}
