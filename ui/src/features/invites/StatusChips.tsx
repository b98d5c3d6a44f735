import { clsx } from "clsx";
import type { InviteCounts } from "@/api/types";
import { CHIP_ROW } from "@/features/staff-shared/chips";
import { formatCount } from "@/lib/format";
import { matching } from "./actions/touched";
import type { InviteFilters } from "./filters";
import { t } from "./list-texts";

/** Counts of a filtered list end here (docs/limits.md). */
const MAX_COUNTED = 10_000;

export const countWords = (count: number, exact: boolean) =>
  !exact && count >= MAX_COUNTED ? `${formatCount(MAX_COUNTED)}+` : formatCount(count);

export const shownCount = (status: Status, counts: InviteCounts) => matching({ status }, counts);

const CHIPS = [
  { status: "all", label: "all" },
  { status: "sent", label: "sent" },
  { status: "scheduled", label: "withDate" },
  { status: "in_progress", label: "inProgress" },
  { status: "completed", label: "completed" },
  { status: "expired", label: "expired" },
  { status: "ending_soon", label: "endingSoon" },
  { status: "mail_failed", label: "emailNotSent" },
  { status: "active", label: "notStarted" },
] as const;
type Status = (typeof CHIPS)[number]["status"];

/** Not stages that everyone passes: shown while some are in it, or it is filtered by. */
const SOMETIMES: readonly string[] = ["ending_soon", "mail_failed", "active"];

interface ChipProps {
  status: Status;
  counts: InviteCounts;
  exact: boolean;
  /** Missing: it leads to another list instead of choosing among chips. */
  chosen?: boolean;
  onPress: () => void;
}

/** A state with the number of invitations in it. */
export function StatusChip({ status, counts, exact, chosen, onPress }: ChipProps) {
  const label = CHIPS.find((chip) => chip.status === status)?.label ?? "all";
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={onPress}
      className={clsx(
        "min-h-10 shrink-0 whitespace-nowrap rounded-full border px-3 text-sm tabular-nums sm:min-h-8 sm:px-2.5",
        chosen
          ? "border-primary bg-subtle font-medium text-ink"
          : "border-line bg-surface text-ink-2 hover:bg-subtle",
      )}
    >
      {t(label)}{" "}
      <strong className="font-semibold text-ink">{countWords(shownCount(status, counts), exact)}</strong>
    </button>
  );
}

interface Props {
  filters: InviteFilters;
  counts: InviteCounts;
  onStatus: (status: string) => void;
}

/** The funnel: how many invitations are in each state; a press filters by it. */
export function StatusChips({ filters, counts, onStatus }: Props) {
  const isShown = (status: Status) =>
    !SOMETIMES.includes(status) ||
    filters.status === status ||
    (status !== "active" && shownCount(status, counts) > 0);
  const chips = CHIPS.filter(({ status }) => isShown(status));
  const exact = filters.date === "" && filters.search.trim() === "" && filters.test === "";
  return (
    <fieldset className={CHIP_ROW}>
      <legend className="sr-only">{t("byStatus")}</legend>
      {chips.map(({ status }) => {
        const chosen = filters.status === status;
        return (
          <StatusChip
            key={status}
            status={status}
            counts={counts}
            exact={exact}
            chosen={chosen}
            onPress={() => onStatus(chosen ? "all" : status)}
          />
        );
      })}
    </fieldset>
  );
}
