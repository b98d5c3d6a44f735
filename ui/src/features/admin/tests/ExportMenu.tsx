import { Download } from "lucide-react";
import { errorText } from "@/api/client";
import type { Test } from "@/api/types";
import { download } from "@/lib/download";
import { useSend } from "@/lib/useSend";
import { IconButton } from "@/ui/Button";
import { Menu } from "@/ui/Menu";
import { toast } from "@/ui/toast";

const FORMATS = [
  { format: "json", label: "Export as JSON" },
  { format: "yaml", label: "Export as YAML" },
  { format: "gift", label: "Export as GIFT (Moodle)" },
] as const;
type Format = (typeof FORMATS)[number]["format"];

/** Exports the test; each format can be imported again. */
export function ExportMenu({ test }: { test: Test }) {
  const save = useSend({
    mutationFn: (format: Format) =>
      download("/tests/{id}/export", `test.${format}`, { path: { id: test.id }, query: { format } }),
    onError: (error) => toast.error(`Failed to export the test: ${errorText(error)}`),
  });
  return (
    <Menu
      trigger={
        <IconButton label="Export" busy={save.isPending}>
          <Download aria-hidden="true" className="size-4" />
        </IconButton>
      }
      items={FORMATS.map(({ format, label }) => ({ label, onSelect: () => save.mutate(format) }))}
    />
  );
}
