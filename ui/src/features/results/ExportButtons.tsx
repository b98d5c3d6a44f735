import { Download } from "lucide-react";
import { useState } from "react";
import { Button, IconButton } from "@/ui/Button";
import { ExportResultsDialog } from "./ExportResultsDialog";
import type { ResultFilters } from "./filters";
import { t } from "./list-texts";
import { useResultsExport } from "./useResultsExport";

const QUICK = [
  { label: "exportCsv", wanted: { format: "csv" } },
  { label: "exportXlsx", wanted: { format: "xlsx" } },
] as const;

/** Exports all results that match the filters, not only the current page. */
export function ExportButtons({ filters, disabled }: { filters: ResultFilters; disabled: boolean }) {
  const save = useResultsExport(filters);
  const [choosing, setChoosing] = useState(false);
  const isOff = disabled || save.isPending;
  return (
    <>
      <div className="flex gap-2 max-sm:hidden">
        {QUICK.map(({ label, wanted }) => (
          <Button
            key={label}
            variant="secondary"
            size="sm"
            busy={save.isPending && save.variables === wanted}
            disabled={isOff}
            icon={Download}
            onClick={() => save.mutate(wanted)}
          >
            {t(label)}
          </Button>
        ))}
        <Button variant="secondary" size="sm" disabled={isOff} onClick={() => setChoosing(true)}>
          {t("exportMore")}
        </Button>
      </div>
      {/* On a phone one button, so that the list begins higher up. */}
      <div className="sm:hidden">
        <IconButton label={t("exportMore")} disabled={isOff} onClick={() => setChoosing(true)}>
          <Download aria-hidden="true" className="size-4" />
        </IconButton>
      </div>
      {choosing && <ExportResultsDialog filters={filters} onClose={() => setChoosing(false)} />}
    </>
  );
}
