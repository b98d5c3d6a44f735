import { useEffect, useState } from "react";
import { clock } from "@/lib/format";

/** Seconds under which the clock turns red (spec §9). */
const SHORT = 300;

/** Counts down to a deadline, by this computer's clock: close enough for somebody who watches. */
export function TimeLeft({ deadline }: { deadline: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), 1000);
    return () => window.clearInterval(timer);
  }, []);
  const left = Math.ceil((Date.parse(deadline) - now) / 1000);
  if (left <= 0) return <span className="font-semibold text-error">Time is over</span>;
  return (
    <span role="timer" className={`font-semibold tabular-nums ${left < SHORT ? "text-error" : "text-ink"}`}>
      {clock(left)}
    </span>
  );
}
