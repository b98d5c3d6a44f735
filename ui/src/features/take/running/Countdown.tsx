import { clsx } from "clsx";
import { useEffect, useRef, useState } from "react";
import { clock, plural } from "@/lib/format";
import { useSecondsLeft } from "../useTake";
import { passedMark, WARNING_SECONDS } from "./clock";

interface TickerProps {
  left: number;
  label: string;
  /** Text that is announced after "5 minutes left". */
  where?: string;
  className?: string;
}

/** h:mm:ss, red under 300 s (docs/behaviour/taking.md#deadline); announced at ten, five and one minute only. */
export function Ticker({ left, label, where = "", className }: TickerProps) {
  const seconds = Number.isFinite(left) ? left : 0;
  const before = useRef(left);
  const [said, setSaid] = useState("");
  useEffect(() => {
    const mark = passedMark(before.current, left);
    // Cleared when time is added: the same words a second time would be no change, and not be read out.
    if (left > before.current) setSaid("");
    before.current = left;
    if (mark) setSaid(`${plural(mark / 60, "minute")} left${where}`);
  }, [left, where]);
  const urgent = left < WARNING_SECONDS;
  return (
    <>
      <span
        role="timer"
        translate="no"
        aria-label={label}
        data-urgent={urgent}
        className={clsx(
          "inline-block rounded-control px-3 py-1 font-semibold text-base tabular-nums",
          urgent ? "toned tone-red" : "bg-subtle text-ink",
          className,
        )}
      >
        {clock(seconds)}
      </span>
      <span aria-live="assertive" className="sr-only">
        {said}
      </span>
    </>
  );
}

/** The time left of the test. */
export const Countdown = () => <Ticker left={useSecondsLeft()} label="Time left" />;
