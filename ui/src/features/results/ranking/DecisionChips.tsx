import { clsx } from "clsx";
import type { FieldFigures } from "@/api/ranking";
import { CHIP_ROW } from "@/features/staff-shared/chips";
import { formatCount } from "@/lib/format";
import { useUrlState } from "@/lib/url-state";
import type { DecisionFilter } from "../browse/params";
import { decisionLabel } from "./labels";
import { t } from "./texts";
import { filterParams, type View } from "./view";

const CHIPS = [
  { value: null, count: "submissions" },
  { value: "none", count: "undecided" },
  { value: "shortlist", count: "shortlisted" },
  { value: "hold", count: "on_hold" },
  { value: "reject", count: "rejected" },
] as const satisfies readonly { value: DecisionFilter | null; count: keyof FieldFigures }[];

const labelOf = (value: DecisionFilter | null) =>
  value === null ? t("all") : decisionLabel(value === "none" ? null : value);

/** How many have each decision; a press filters by it. */
export function DecisionChips({ view, field }: { view: View; field: FieldFigures }) {
  const { change } = useUrlState();
  return (
    <fieldset className={CHIP_ROW}>
      <legend className="sr-only">{t("byDecision")}</legend>
      {CHIPS.map(({ value, count }) => {
        const chosen = view.decision === value;
        return (
          <button
            key={count}
            type="button"
            aria-pressed={chosen}
            onClick={() => change(filterParams({ decision: chosen ? null : value }))}
            className={clsx(
              "min-h-10 shrink-0 whitespace-nowrap rounded-full border px-3 text-sm tabular-nums sm:min-h-8 sm:px-2.5",
              chosen
                ? "border-primary bg-subtle font-medium text-ink"
                : "border-line bg-surface text-ink-2 hover:bg-subtle",
            )}
          >
            {labelOf(value)} <strong className="font-semibold text-ink">{formatCount(field[count])}</strong>
          </button>
        );
      })}
    </fieldset>
  );
}
