import { useState } from "react";
import { api, errorText } from "@/api/client";
import type { ExportFinding, Test } from "@/api/types";
import { download } from "@/lib/download";
import { useSend } from "@/lib/useSend";
import { toast } from "@/ui/toast";
import { type BankFilters, queryOfFilters } from "../bank/filters";
import { t } from "./texts";

export const EXPORT_FORMATS = [
  { format: "json", label: "JSON" },
  { format: "yaml", label: "YAML" },
  { format: "csv", label: "CSV" },
  { format: "gift", label: "GIFT (Moodle)" },
  { format: "moodle_xml", label: "Moodle XML" },
  { format: "qti21", label: "QTI 2.1" },
  { format: "qti30", label: "QTI 3.0" },
] as const;
type ExportFormat = (typeof EXPORT_FORMATS)[number]["format"];

const ending = (format: ExportFormat) => {
  if (format === "moodle_xml") return "xml";
  return format.startsWith("qti") ? "zip" : format;
};
/** Files of these hold everything. */
const isWhole = (format: ExportFormat) => format === "json" || format === "yaml";

interface Source {
  what: "test" | "questions";
  look: (format: ExportFormat) => Promise<{ findings: ExportFinding[] }>;
  save: (format: ExportFormat) => Promise<void>;
}

/** The choice of a format, what the file would leave behind, and the download. */
function useExporting({ what, look, save }: Source) {
  const [format, setFormat] = useState<ExportFormat | null>(null);
  const onError = (error: unknown) =>
    toast.error(
      t(what === "test" ? "testNotExported" : "questionsNotExported", { reason: errorText(error) }),
    );
  const close = () => setFormat(null);
  const saving = useSend({ mutationFn: save, onSuccess: close, onError });
  const looking = useSend({ mutationFn: look, onError });
  const found = looking.variables === format ? looking.data : undefined;
  const choose = (next: ExportFormat) => {
    setFormat(next);
    if (!isWhole(next)) looking.mutate(next);
  };
  return {
    what,
    /** Null while the dialog is closed. */
    format,
    open: () => choose("json"),
    choose: (value: string) => {
      const known = EXPORT_FORMATS.find((one) => one.format === value);
      if (known) choose(known.format);
    },
    /** What the file leaves behind; undefined while the server is asked. */
    findings: format !== null && isWhole(format) ? [] : found?.findings,
    isLooking: looking.isPending,
    isPending: saving.isPending,
    save: () => format && saving.mutate(format),
    close,
  };
}

export type Exporting = ReturnType<typeof useExporting>;

/** Exports the test; each format can be imported again. */
export function useExport(test: Test): Exporting {
  const of = (format: ExportFormat) => ({ path: { id: test.id }, query: { format } });
  return useExporting({
    what: "test",
    look: (format) => api.get("/tests/{id}/export/preview", of(format)),
    save: (format) => download("/tests/{id}/export", `test.${ending(format)}`, of(format)),
  });
}

/** Exports the questions of the bank that the list shows with the same filters. */
export function useBankExport(filters: BankFilters): Exporting {
  const of = (format: ExportFormat) => ({ query: { ...queryOfFilters(filters), format } });
  return useExporting({
    what: "questions",
    look: (format) => api.get("/questions/export/preview", of(format)),
    save: (format) => download("/questions/export", `question-bank.${ending(format)}`, of(format)),
  });
}
