import { Download, MoreHorizontal, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Test } from "@/api/types";
import { IconButton } from "@/ui/Button";
import { Menu } from "@/ui/Menu";
import { DeleteTestDialog } from "./DeleteTestDialog";
import { EXPORT_FORMATS, useExport } from "./useExport";

/** What is rarely needed, and what deletes. */
export function TestMenu({ test }: { test: Test }) {
  const [deleting, setDeleting] = useState<"plain" | "force" | null>(null);
  const save = useExport(test);
  const bin = <Trash2 aria-hidden="true" className="size-4" />;
  return (
    <>
      <Menu
        trigger={
          <IconButton label="More actions" busy={save.isPending}>
            <MoreHorizontal aria-hidden="true" className="size-4" />
          </IconButton>
        }
        items={[
          ...EXPORT_FORMATS.map(({ format, label }) => ({
            label,
            icon: <Download aria-hidden="true" className="size-4 text-muted" />,
            onSelect: () => save.mutate(format),
          })),
          { label: "Delete Test", icon: bin, separated: true, onSelect: () => setDeleting("plain") },
          { label: "Force Delete All", icon: bin, danger: true, onSelect: () => setDeleting("force") },
        ]}
      />
      <DeleteTestDialog test={test} mode={deleting} onMode={setDeleting} />
    </>
  );
}
