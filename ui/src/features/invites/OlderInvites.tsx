import { Button } from "@/ui/Button";
import { EVERYTHING, type InviteFilters } from "./filters";
import { t } from "./list-texts";
import { useInviteCounts } from "./queries";
import { countWords, StatusChip, shownCount } from "./StatusChips";

/** States in which there may be something to do: the others have ended. */
const OPEN = ["mail_failed", "ending_soon", "in_progress", "active"] as const;

interface Props {
  count: number;
  filters: InviteFilters;
  onApply: (changes: Partial<InviteFilters>) => void;
}

/** The list begins with today's invitations: says how many it leaves out, and what is open among all. */
export function OlderInvites({ count, filters, onApply }: Props) {
  const counts = useInviteCounts({ ...EVERYTHING, test: filters.test }).data;
  const isNarrowed = filters.status !== "all" || filters.search.trim() !== "";
  const open = counts && !isNarrowed ? OPEN.filter((status) => shownCount(status, counts) > 0) : [];
  return (
    <section
      aria-label={t("openOnAllDays")}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-surface px-5 py-3 text-ink-2 text-sm"
    >
      <p className="tabular-nums">{t("older", { count, shown: countWords(count, false) })}</p>
      {counts && open.length > 0 && (
        <div className="flex flex-wrap items-center gap-1.5">
          <span className="me-1 text-muted">{t("openOnAllDays")}</span>
          {open.map((status) => (
            <StatusChip
              key={status}
              status={status}
              counts={counts}
              exact={filters.test === ""}
              onPress={() => onApply({ date: "", status })}
            />
          ))}
        </div>
      )}
      <Button variant="secondary" size="sm" className="ms-auto" onClick={() => onApply({ date: "" })}>
        {t("showAll")}
      </Button>
    </section>
  );
}
