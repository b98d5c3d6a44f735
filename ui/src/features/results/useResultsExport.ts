import { errorText } from "@/api/client";
import { download } from "@/lib/download";
import { useSend } from "@/lib/useSend";
import { toast } from "@/ui/toast";
import { queryOfFilters, type ResultFilters } from "./filters";
import { t } from "./list-texts";

interface Wanted {
  format: "csv" | "xlsx" | "jsonl";
  /** One row per answer instead of one per submission. */
  answers?: boolean;
  /** With a byte order mark, by which Excel detects UTF-8. */
  bom?: boolean;
  /** Column headings in words of this language, instead of the names of fields. */
  headings?: string;
}

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
