import { clsx } from "clsx";
import { exactPercent } from "@/lib/score";
import { None } from "../table/cells";
import { t } from "../texts";

interface Props {
  share: number | null;
  /** The mean of all candidates, as a line. */
  field: number | null;
  /** No other candidate of the comparison has more, and some have less. */
  best: boolean;
}

/** A share of points as number and bar. */
export function ShareBar({ share, field, best }: Props) {
  if (share === null) return <None title={t("notOnPaper")} />;
  return (
    <div className="flex items-center gap-2.5">
      <p className={clsx("min-w-14 text-end tabular-nums", best && "font-semibold")}>
        {exactPercent(share * 100)}
      </p>
      <span aria-hidden="true" className="relative block h-1.5 min-w-16 flex-1 rounded-full bg-subtle">
        <span
          className="block h-full rounded-full bg-primary"
          style={{ width: `${Math.max(0, Math.min(1, share)) * 100}%` }}
        />
        {field !== null && (
          <span
            className="absolute -inset-y-0.5 w-0.5 bg-ink"
            style={{ insetInlineStart: `calc(${field * 100}% - 1px)` }}
          />
        )}
      </span>
    </div>
  );
}
