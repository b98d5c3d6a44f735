import { clsx } from "clsx";
import type { RankingRow } from "@/api/ranking";
import { exactPercent, pointsWords } from "@/lib/score";
import { RepairedMark } from "../../RepairedMark";
import { provisionalReason } from "../labels";
import { t } from "../texts";

interface Props {
  row: RankingRow;
  /** In percent; null without one. */
  passMark: number | null;
  /** In one line, where the desk is wide. */
  line?: boolean;
  className?: string;
}

/** A score as number and bar, with a line at the pass mark. A provisional one is pale, and says why. */
export function ScoreBar({ row, passMark, line = false, className }: Props) {
  const { score, provisional } = row;
  return (
    <div
      title={line && provisional ? provisionalReason(row) : undefined}
      className={clsx(
        "min-w-28",
        line && "min-[87rem]:flex min-[87rem]:items-center min-[87rem]:gap-2.5",
        className,
      )}
    >
      {/* A score is a verdict only once it is final: until then, points. */}
      <p
        className={clsx(
          "whitespace-nowrap tabular-nums",
          line && "min-[87rem]:min-w-14 min-[87rem]:text-end",
          provisional ? "text-ink-2" : "font-semibold",
        )}
      >
        {provisional ? (pointsWords(row).scored ?? t("notScored")) : exactPercent(score)}
        <RepairedMark by={row.repaired_points} />
      </p>
      <span
        aria-hidden="true"
        className={clsx(
          "relative mt-1 block h-1.5 rounded-full bg-subtle",
          line && "min-[87rem]:mt-0 min-[87rem]:min-w-16 min-[87rem]:flex-1",
        )}
      >
        <span
          className={clsx("block h-full rounded-full", provisional ? "bg-line-strong/60" : "bg-primary")}
          style={{ width: `${Math.max(0, Math.min(100, score))}%` }}
        />
        {passMark !== null && (
          <span
            className="absolute -inset-y-0.5 w-0.5 bg-ink"
            style={{ insetInlineStart: `calc(${passMark}% - 1px)` }}
          />
        )}
      </span>
      {provisional && (
        <p
          title={provisionalReason(row)}
          className={clsx("max-w-36 truncate text-muted text-xs", line && "min-[87rem]:sr-only")}
        >
          {provisionalReason(row)}
        </p>
      )}
    </div>
  );
}
