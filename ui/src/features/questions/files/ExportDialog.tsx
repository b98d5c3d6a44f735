import { plural } from "@/lib/format";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { RadioGroup } from "@/ui/RadioGroup";
import { Spinner } from "@/ui/Spinner";
import { EXPORT_FORMATS, type Exporting } from "./useExport";

const OPTIONS = EXPORT_FORMATS.map(({ format, label }) => ({
  value: format,
  label: label.replace(/^Export as /, ""),
}));

/** Names what a file leaves behind, before it is saved. */
function Losses({ findings }: { findings: NonNullable<Exporting["findings"]> }) {
  if (findings.length === 0) return <p className="text-ink-2 text-sm">The file holds everything.</p>;
  return (
    <>
      <p className="text-sm">
        <strong className="font-medium">This file does not hold everything.</strong>{" "}
        {plural(findings.length, "loss", "losses")} in this format. JSON and YAML hold everything.
      </p>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable (WCAG 2.1.1)
        tabIndex={0}
        aria-label="What stays behind"
        className="mt-2 max-h-60 divide-y divide-line overflow-y-auto rounded-control border border-line text-sm"
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
    </>
  );
}

/** The format of an export, and what a file of it leaves behind. */
export function ExportDialog({ exporting }: { exporting: Exporting }) {
  const { what, format, findings, isLooking, isPending, choose, save, close } = exporting;
  if (format === null) return null;
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => !open && close()}
      title={`Export ${what}`}
      description="Each of these files can be imported again."
      footer={
        <>
          <Button variant="secondary" onClick={close}>
            Cancel
          </Button>
          <Button busy={isPending} disabled={findings === undefined} onClick={save}>
            Export
          </Button>
        </>
      }
    >
      <RadioGroup label="Format" options={OPTIONS} value={format} onChange={choose} />
      <div aria-live="polite" className="mt-4 min-h-12">
        {isLooking && findings === undefined && <Spinner label="Asking what the file would hold" />}
        {findings && <Losses findings={findings} />}
      </div>
    </Dialog>
  );
}
