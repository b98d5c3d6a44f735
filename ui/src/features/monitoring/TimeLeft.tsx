import { leftWords } from "./labels";
import { useServerNow } from "./useMonitorable";

/** Counts down to a deadline by the server's clock; red under 300 seconds, like the candidate's countdown. */
export function TimeLeft({ deadline, paused }: { deadline: string; paused?: boolean | undefined }) {
  const { words, short } = leftWords(deadline, useServerNow());
  if (paused) return <span className="font-semibold text-warning">Paused</span>;
  return (
    <span role="timer" className={`font-semibold tabular-nums ${short ? "text-error" : "text-ink"}`}>
      {words}
    </span>
  );
}
