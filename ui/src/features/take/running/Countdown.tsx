import { clsx } from "clsx";
import { useEffect, useRef, useState } from "react";
import { clock } from "@/lib/format";
import { t } from "../texts";
import { useSecondsLeft } from "../useTake";
import { passedMark, WARNING_SECONDS } from "./clock";

interface TickerProps {
  left: number;
  label: string;
  /** The time is that of a section, not of the test. */
  ofSection?: boolean;
  className?: string;
}

/** h:mm:ss, red under 300 s (docs/behaviour/taking.md#deadline); announced at ten, five and one minute only. */
export function Ticker({ left, label, ofSection = false, className }: TickerProps) {
  const seconds = Number.isFinite(left) ? left : 0;
  const before = useRef(left);
  const [said, setSaid] = useState("");
  useEffect(() => {
    const mark = passedMark(before.current, left);
    // Cleared when time is added: the same words a second time would be no change, and not be read out.
    if (left > before.current) setSaid("");
    before.current = left;
    if (mark) setSaid(t(ofSection ? "minutesLeftInSection" : "minutesLeft", { count: mark / 60 }));
  }, [left, ofSection]);
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
export const Countdown = () => <Ticker left={useSecondsLeft()} label={t("timeLeft")} />;
