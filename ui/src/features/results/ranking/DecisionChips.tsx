import { clsx } from "clsx";
import type { FieldFigures } from "@/api/ranking";
import { CHIP_ROW } from "@/features/staff-shared/chips";
import { useUrlState } from "@/lib/url-state";
import type { DecisionFilter } from "../browse/params";
import { DECISION_LABELS, NO_DECISION } from "./labels";
import { filterParams, type View } from "./view";

const CHIPS = [
  { value: null, label: "All", count: "submissions" },
  { value: "none", label: NO_DECISION, count: "undecided" },
  { value: "shortlist", label: DECISION_LABELS.shortlist, count: "shortlisted" },
  { value: "hold", label: DECISION_LABELS.hold, count: "on_hold" },
  { value: "reject", label: DECISION_LABELS.reject, count: "rejected" },
] as const satisfies readonly { value: DecisionFilter | null; label: string; count: keyof FieldFigures }[];

/** How many have each decision; a press filters by it. */
export function DecisionChips({ view, field }: { view: View; field: FieldFigures }) {
  const { change } = useUrlState();
  return (
    <fieldset className={CHIP_ROW}>
      <legend className="sr-only">Candidates by decision</legend>
      {CHIPS.map(({ value, label, count }) => {
        const chosen = view.decision === value;
        return (
          <button
            key={label}
            type="button"
            aria-pressed={chosen}
            onClick={() => change(filterParams({ decision: chosen ? null : value }))}
            className={clsx(
              "min-h-10 shrink-0 whitespace-nowrap rounded-full border px-3 text-sm tabular-nums sm:min-h-8",
              chosen
                ? "border-primary bg-subtle font-medium text-ink"
                : "border-line bg-surface text-ink-2 hover:bg-subtle",
            )}
          >
            {label} <strong className="font-semibold text-ink">{field[count].toLocaleString("en")}</strong>
          </button>
        );
      })}
    </fieldset>
  );
}
