import { errorText } from "@/api/client";
import type { Test } from "@/api/types";
import { download } from "@/lib/download";
import { useSend } from "@/lib/useSend";
import { toast } from "@/ui/toast";

export const EXPORT_FORMATS = [
  { format: "json", label: "Export as JSON" },
  { format: "yaml", label: "Export as YAML" },
  { format: "gift", label: "Export as GIFT (Moodle)" },
  { format: "qti21", label: "Export as QTI 2.1" },
  { format: "qti30", label: "Export as QTI 3.0" },
] as const;
type Format = (typeof EXPORT_FORMATS)[number]["format"];

/** Exports the test; each format can be imported again. */
export function useExport(test: Test) {
  return useSend({
    mutationFn: (format: Format) =>
      download("/tests/{id}/export", `test.${format.startsWith("qti") ? "zip" : format}`, {
        path: { id: test.id },
        query: { format },
      }),
    onError: (error) => toast.error(`Failed to export the test: ${errorText(error)}`),
  });
}
