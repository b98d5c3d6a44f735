import { Download, Keyboard, Printer, Trophy } from "lucide-react";
import { useState } from "react";
import { useUrlState } from "@/lib/url-state";
import { Button, IconButton } from "@/ui/Button";
import { ColumnMenu } from "../browse/ColumnMenu";
import { ExportResultsDialog } from "../ExportResultsDialog";
import { readResultFilters } from "../filters";
import { COLUMNS, type ColumnKey, toggleColumn } from "./columns";
import { t } from "./texts";

interface Props {
  test: string;
  /** The columns that are shown; absent where there is no table. */
  columns: readonly ColumnKey[] | null;
  /** Whether the test has several sections. */
  isDivided: boolean;
  /** Selects the best; absent where the list does not begin with them. */
  top: { label: string; disabled: boolean; onSelect: () => void } | null;
  onHelp: () => void;
}

/** Tools of the list of a test. */
export function Toolbar({ test, columns, isDivided, top, onHelp }: Props) {
  const { change } = useUrlState();
  const [exporting, setExporting] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-1 max-sm:py-2">
      {top && (
        <Button
          variant="secondary"
          size="sm"
          disabled={top.disabled}
          className="max-sm:px-3!"
          icon={<Trophy aria-hidden="true" className="size-4 max-sm:hidden" />}
          onClick={top.onSelect}
        >
          {top.label}
        </Button>
      )}
      {columns && (
        <ColumnMenu
          all={COLUMNS.filter(({ key }) => isDivided || key !== "sections").map(({ key, label }) => ({
            key,
            label: t(label),
          }))}
          shown={columns}
          onToggle={(key) => change(toggleColumn(columns, key, isDivided), { replace: true })}
        />
      )}
      <IconButton label={t("exportAll")} onClick={() => setExporting(true)}>
        <Download aria-hidden="true" className="size-4" />
      </IconButton>
      <IconButton label={t("printable")} onClick={() => change({ print: "all" })}>
        <Printer aria-hidden="true" className="size-4" />
      </IconButton>
      <IconButton label={t("shortcuts")} className="max-sm:hidden" onClick={onHelp}>
        <Keyboard aria-hidden="true" className="size-4" />
      </IconButton>
      {exporting && (
        <ExportResultsDialog
          filters={readResultFilters(new URLSearchParams({ test }))}
          onClose={() => setExporting(false)}
        />
      )}
    </div>
  );
}
