import { plural } from "@/lib/format";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import type { Exporting } from "./useExport";

/** Names what a file leaves behind, before it is saved. */
export function ExportDialog({ exporting }: { exporting: Exporting }) {
  const { left, isPending, confirm, cancel } = exporting;
  const findings = left?.findings ?? [];
  return (
    <ConfirmDialog
      open={left !== null}
      onOpenChange={(open) => !open && cancel()}
      title="This file does not hold everything"
      description={`${plural(findings.length, "loss", "losses")} in this format. JSON and YAML hold everything.`}
      confirmLabel="Export"
      busy={isPending}
      onConfirm={confirm}
    >
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable (WCAG 2.1.1)
        tabIndex={0}
        aria-label="What stays behind"
        className="max-h-72 divide-y divide-line overflow-y-auto rounded-control border border-line text-sm"
      >
        {findings.map(({ question, message }, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: findings have no id and never move
            key={index}
            className="flex flex-col gap-x-3 px-3 py-1.5 sm:flex-row"
          >
            <span className="shrink-0 text-muted text-xs leading-5 tabular-nums sm:w-24">
              {question === undefined ? "Whole file" : `Question ${question}`}
            </span>
            <span className="min-w-0 break-words">{message}</span>
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}
