import { Download, MoreHorizontal } from "lucide-react";
import { errorText } from "@/api/client";
import type { resultList } from "@/i18n/staff/en/result-list";
import type { PlainKey } from "@/i18n/typed";
import { download } from "@/lib/download";
import { useSend } from "@/lib/useSend";
import { Button, IconButton } from "@/ui/Button";
import { Menu } from "@/ui/Menu";
import { toast } from "@/ui/toast";
import { queryOfFilters, type ResultFilters } from "./filters";
import { t } from "./list-texts";

interface Wanted {
  format: "csv" | "xlsx" | "jsonl";
  /** One row per answer instead of one per submission. */
  answers?: boolean;
  /** With a byte order mark, by which Excel detects UTF-8. */
  bom?: boolean;
}

interface Export {
  label: PlainKey<typeof resultList>;
  wanted: Wanted;
}

const BUTTONS: Export[] = [
  { label: "exportCsv", wanted: { format: "csv" } },
  { label: "exportXlsx", wanted: { format: "xlsx" } },
];
const MORE: Export[] = [
  { label: "csvForExcel", wanted: { format: "csv", bom: true } },
  { label: "jsonLines", wanted: { format: "jsonl" } },
  { label: "answersCsv", wanted: { format: "csv", answers: true } },
  { label: "answersXlsx", wanted: { format: "xlsx", answers: true } },
  { label: "answersJson", wanted: { format: "jsonl", answers: true } },
];

export const allExports = () =>
  [...BUTTONS, ...MORE].map(({ label, wanted }) => ({ label: t(label), wanted }));

/** Saves the results that match the filters as a file. */
export function useResultsExport(filters: ResultFilters) {
  return useSend({
    mutationFn: (wanted: Wanted) =>
      download("/results/export", `results.${wanted.format}`, {
        query: { ...wanted, ...queryOfFilters(filters) },
      }),
    onError: (error) => toast.error(t("exportFailed", { reason: errorText(error) })),
  });
}

/** Exports all results that match the filters, not only the current page. */
export function ExportButtons({ filters, disabled }: { filters: ResultFilters; disabled: boolean }) {
  const save = useResultsExport(filters);
  return (
    <>
      <div className="flex gap-2 max-sm:hidden">
        {BUTTONS.map(({ label, wanted }) => (
          <Button
            key={label}
            variant="secondary"
            size="sm"
            busy={save.isPending && save.variables === wanted}
            disabled={disabled || save.isPending}
            icon={<Download aria-hidden="true" className="size-4" />}
            onClick={() => save.mutate(wanted)}
          >
            {t(label)}
          </Button>
        ))}
        <Menu
          trigger={
            <IconButton
              label={t("moreExports")}
              busy={save.isPending && MORE.some(({ wanted }) => wanted === save.variables)}
              disabled={disabled || save.isPending}
            >
              <MoreHorizontal aria-hidden="true" className="size-4" />
            </IconButton>
          }
          items={MORE.map(({ label, wanted }) => ({ label: t(label), onSelect: () => save.mutate(wanted) }))}
        />
      </div>
      {/* On a phone one button, so that the list begins higher up. */}
      <div className="sm:hidden">
        <Menu
          trigger={
            <IconButton label={t("export")} busy={save.isPending} disabled={disabled || save.isPending}>
              <Download aria-hidden="true" className="size-4" />
            </IconButton>
          }
          items={allExports().map(({ label, wanted }) => ({ label, onSelect: () => save.mutate(wanted) }))}
        />
      </div>
    </>
  );
}
