import { useState } from "react";
import { api, errorText } from "@/api/client";
import type { ExportFinding, Test } from "@/api/types";
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
type ExportFormat = (typeof EXPORT_FORMATS)[number]["format"];

const ending = (format: ExportFormat) => (format.startsWith("qti") ? "zip" : format);
/** Files of these hold everything. */
const isWhole = (format: ExportFormat) => format === "json" || format === "yaml";

/** Losses of an export in this format. */
interface Left {
  format: ExportFormat;
  findings: ExportFinding[];
}

interface Source {
  /** "the test". */
  what: string;
  look: (format: ExportFormat) => Promise<{ findings: ExportFinding[] }>;
  save: (format: ExportFormat) => Promise<void>;
}

/** Exports at once, or first names what the file would leave behind. */
function useExporting({ what, look, save }: Source) {
  const [left, setLeft] = useState<Left | null>(null);
  const onError = (error: unknown) => toast.error(`Failed to export ${what}: ${errorText(error)}`);
  const saving = useSend({ mutationFn: save, onSuccess: () => setLeft(null), onError });
  const looking = useSend({
    mutationFn: look,
    onSuccess: ({ findings }, format) => {
      if (findings.length > 0) setLeft({ format, findings });
      else saving.mutate(format);
    },
    onError,
  });
  return {
    start: (format: ExportFormat) => (isWhole(format) ? saving : looking).mutate(format),
    isPending: saving.isPending || looking.isPending,
    /** To be confirmed; null if nothing is. */
    left,
    confirm: () => left && saving.mutate(left.format),
    cancel: () => setLeft(null),
  };
}

export type Exporting = ReturnType<typeof useExporting>;

/** Exports the test; each format can be imported again. */
export function useExport(test: Test): Exporting {
  const of = (format: ExportFormat) => ({ path: { id: test.id }, query: { format } });
  return useExporting({
    what: "the test",
    look: (format) => api.get("/tests/{id}/export/preview", of(format)),
    save: (format) => download("/tests/{id}/export", `test.${ending(format)}`, of(format)),
  });
}

/** Exports the questions of the bank that the list shows with the same filters. */
export function useBankExport(filters: BankFilters): Exporting {
  const of = (format: ExportFormat) => ({ query: { ...queryOfFilters(filters), format } });
  return useExporting({
    what: "the questions",
    look: (format) => api.get("/questions/export/preview", of(format)),
    save: (format) => download("/questions/export", `question-bank.${ending(format)}`, of(format)),
  });
}
