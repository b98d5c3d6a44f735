import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { errorText } from "@/api/client";
import { download } from "@/lib/download";
import { viewerZone } from "@/lib/format";
import { Button } from "@/ui/Button";
import { toast } from "@/ui/toast";
import type { ResultFilters } from "./filters";

const FORMATS = [
  { format: "csv", label: "Export CSV" },
  { format: "xlsx", label: "Export XLSX" },
] as const;
type Format = (typeof FORMATS)[number]["format"];

/** Every result that the filters let through, not only the page on the screen. */
export function ExportButtons({ filters, disabled }: { filters: ResultFilters; disabled: boolean }) {
  const save = useMutation({
    mutationFn: (format: Format) =>
      download("/results/export", `results.${format}`, {
        query: {
          format,
          start_date: filters.start,
          end_date: filters.end,
          test_id: filters.test,
          tz: viewerZone(),
        },
      }),
    onError: (error) => toast.error(`Failed to export results: ${errorText(error)}`),
  });
  return (
    <div className="flex gap-2">
      {FORMATS.map(({ format, label }) => (
        <Button
          key={format}
          variant="secondary"
          size="sm"
          busy={save.isPending && save.variables === format}
          disabled={disabled || save.isPending}
          icon={<Download aria-hidden="true" className="size-4" />}
          onClick={() => save.mutate(format)}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}
