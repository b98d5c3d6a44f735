import { Button } from "@/ui/Button";
import { t } from "./list-texts";
import { countWords } from "./StatusChips";

/** The list begins with today's invitations: says how many it leaves out. */
export function OlderInvites({ count, onShowAll }: { count: number; onShowAll: () => void }) {
  const many = countWords(count, false);
  return (
    <p className="flex flex-wrap items-center justify-center gap-2 text-ink-2 text-sm">
      <span className="tabular-nums">{t("older", { count, shown: many })}</span>
      <Button variant="secondary" size="sm" onClick={onShowAll}>
        {t("showAll")}
      </Button>
    </p>
  );
}
