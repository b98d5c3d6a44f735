import { clsx } from "clsx";
import { scoreTone, wholePercent } from "@/lib/score";

const COLOURS = { green: "text-success", amber: "text-warning", red: "text-error" };

export function Score({ percent, className }: { percent: number; className?: string }) {
  return (
    <span className={clsx("font-semibold tabular-nums", COLOURS[scoreTone(percent)], className)}>
      {wholePercent(percent)}
    </span>
  );
}
