import { clsx } from "clsx";
import { useEffect, useRef, useState } from "react";
import { clock, plural } from "@/lib/format";
import { useSecondsLeft } from "../useTake";
import { passedMark, WARNING_SECONDS } from "./clock";

/** h:mm:ss, red under 300 s (docs/behaviour.md#deadline); announced at ten, five and one minute only. */
export function Countdown() {
  const left = useSecondsLeft();
  const seconds = Number.isFinite(left) ? left : 0;
  const before = useRef(left);
  const [said, setSaid] = useState("");
  useEffect(() => {
    const mark = passedMark(before.current, left);
    before.current = left;
    if (mark) setSaid(`${plural(mark / 60, "minute")} left`);
  }, [left]);
  const urgent = left < WARNING_SECONDS;
  return (
    <>
      <span
        role="timer"
        aria-label="Time left"
        data-urgent={urgent}
        className={clsx(
          "inline-block rounded-control px-3 py-1 font-semibold text-base tabular-nums",
          urgent ? "toned tone-red" : "bg-subtle text-ink",
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
