import { errorText } from "@/api/client";
import type { Test } from "@/api/types";
import { download } from "@/lib/download";
import { useSend } from "@/lib/useSend";
import { toast } from "@/ui/toast";
import { type BankFilters, queryOfFilters } from "../bank/filters";

export const EXPORT_FORMATS = [
  { format: "json", label: "Export as JSON" },
  { format: "yaml", label: "Export as YAML" },
  { format: "csv", label: "Export as CSV" },
  { format: "gift", label: "Export as GIFT (Moodle)" },
  { format: "qti21", label: "Export as QTI 2.1" },
  { format: "qti30", label: "Export as QTI 3.0" },
] as const;
type Format = (typeof EXPORT_FORMATS)[number]["format"];

const ending = (format: Format) => (format.startsWith("qti") ? "zip" : format);

/** Exports the test; each format can be imported again. */
export function useExport(test: Test) {
  return useSend({
    mutationFn: (format: Format) =>
      download("/tests/{id}/export", `test.${ending(format)}`, { path: { id: test.id }, query: { format } }),
    onError: (error) => toast.error(`Failed to export the test: ${errorText(error)}`),
  });
}

/** Exports the questions of the bank that the list shows with the same filters. */
export function useBankExport(filters: BankFilters) {
  return useSend({
    mutationFn: (format: Format) =>
      download("/questions/export", `question-bank.${ending(format)}`, {
        query: { ...queryOfFilters(filters), format },
      }),
    onError: (error) => toast.error(`Failed to export the questions: ${errorText(error)}`),
  });
}
