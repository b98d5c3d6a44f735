import { Download, Keyboard, Printer, Trophy } from "lucide-react";
import type { RankingReviewer } from "@/api/ranking";
import { useUrlState } from "@/lib/url-state";
import { Button, IconButton } from "@/ui/Button";
import { Menu } from "@/ui/Menu";
import { ColumnMenu } from "../browse/ColumnMenu";
import { allExports, useResultsExport } from "../ExportButtons";
import { readResultFilters } from "../filters";
import { COLUMNS, type ColumnKey, toggleColumn } from "./columns";
import { FilterBar } from "./FilterBar";
import { t } from "./texts";
import type { View } from "./view";

interface Props {
  test: string;
  view: View;
  /** Whether the test has a pass mark. */
  marked: boolean;
  reviewers: readonly RankingReviewer[];
  /** The columns that are shown; absent where there is no table. */
  columns: readonly ColumnKey[] | null;
  /** Whether the test has several sections. */
  isDivided: boolean;
  /** Selects the best; absent where the list does not begin with them. */
  top: { label: string; disabled: boolean; onSelect: () => void } | null;
  onHelp: () => void;
}

export function Toolbar({ test, view, marked, reviewers, columns, isDivided, top, onHelp }: Props) {
  const { change } = useUrlState();
  const save = useResultsExport(readResultFilters(new URLSearchParams({ test })));
  return (
    <div className="flex flex-wrap items-end justify-between gap-3">
      <FilterBar view={view} marked={marked} reviewers={reviewers} />
      <div className="flex flex-wrap items-center gap-1">
        {top && (
          <Button
            variant="secondary"
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
        <Menu
          trigger={
            <IconButton label={t("exportAll")} busy={save.isPending}>
              <Download aria-hidden="true" className="size-4" />
            </IconButton>
          }
          items={allExports().map(({ label, wanted }) => ({ label, onSelect: () => save.mutate(wanted) }))}
        />
        <IconButton label={t("printable")} onClick={() => change({ print: "all" })}>
          <Printer aria-hidden="true" className="size-4" />
        </IconButton>
        <IconButton label={t("shortcuts")} className="max-sm:hidden" onClick={onHelp}>
          <Keyboard aria-hidden="true" className="size-4" />
        </IconButton>
      </div>
    </div>
  );
}
