import { exactPercent } from "@/lib/score";
import { None } from "../table/cells";
import { t } from "../texts";

/** A share of points as number and bar, with a line at the mean of the field. */
export function ShareBar({ share, field }: { share: number | null; field: number | null }) {
  if (share === null) return <None title={t("notOnPaper")} />;
  return (
    <div className="max-w-56">
      <p className="tabular-nums">
        {exactPercent(share * 100)}
        {field !== null && (
          <span className="text-muted text-xs"> {t("meanOf", { mean: exactPercent(field * 100) })}</span>
        )}
      </p>
      <span aria-hidden="true" className="relative mt-1 block h-1.5 rounded-full bg-subtle">
        <span
          className="block h-full rounded-full bg-primary"
          style={{ width: `${Math.max(0, Math.min(1, share)) * 100}%` }}
        />
        {field !== null && (
          <span
            className="absolute -inset-y-0.5 w-0.5 bg-ink"
            style={{ left: `calc(${field * 100}% - 1px)` }}
          />
        )}
      </span>
    </div>
  );
}
