import type { Monitored } from "@/api/types";
import { isInBreak } from "@/features/staff-shared/in-break";
import { formatTime } from "@/lib/format";
import { leftWords } from "./labels";
import { t } from "./texts";

interface Props {
  deadline: string;
  paused?: boolean | undefined;
  /** For the break that the candidate takes. */
  row?: Monitored | undefined;
  /** The server's clock in ms. */
  now: number;
}

/** Counts down to a deadline by the server's clock; red under 300 seconds, like the candidate's countdown. */
export function TimeLeft({ deadline, paused, row, now }: Props) {
  const { words, short } = leftWords(deadline, now);
  if (isInBreak(row, now))
    return (
      <span className="font-semibold text-warning">
        {t("breakUntil", { time: formatTime(row?.break_until ?? "") })}
      </span>
    );
  if (paused) return <span className="font-semibold text-warning">{t("paused")}</span>;
  return (
    <span role="timer" className={`font-semibold tabular-nums ${short ? "text-error" : "text-ink"}`}>
      {words}
    </span>
  );
}
