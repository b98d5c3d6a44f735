import { serverWords } from "@/lib/server-words";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { RadioGroup } from "@/ui/RadioGroup";
import { Spinner } from "@/ui/Spinner";
import { t } from "./texts";
import { EXPORT_FORMATS, type Exporting } from "./useExport";

const OPTIONS = EXPORT_FORMATS.map(({ format, label }) => ({
  value: format,
  label,
}));

/** Names what a file leaves behind, before it is saved. */
function Losses({ findings }: { findings: NonNullable<Exporting["findings"]> }) {
  if (findings.length === 0) return <p className="text-ink-2 text-sm">{t("holdsAll")}</p>;
  return (
    <>
      <p className="text-sm">
        {t.rich("losses", {
          count: findings.length,
          b: (inside) => <strong className="font-medium">{inside}</strong>,
        })}
      </p>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable (WCAG 2.1.1)
        tabIndex={0}
        aria-label={t("staysBehind")}
        className="mt-2 max-h-60 divide-y divide-line overflow-y-auto rounded-control border border-line text-sm"
      >
        {findings.map(({ question, message }, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: findings have no id and never move
            key={index}
            className="flex flex-col gap-x-3 px-3 py-1.5 sm:flex-row"
          >
            <span className="shrink-0 text-muted text-xs leading-5 tabular-nums sm:w-24">
              {question === undefined ? t("wholeFile") : t("question", { number: question })}
            </span>
            <span className="min-w-0 break-words">{serverWords(message)}</span>
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
      title={t(what === "test" ? "exportTest" : "exportQuestions")}
      description={t("exportText")}
      footer={
        <>
          <Button variant="secondary" onClick={close}>
            {t("cancel")}
          </Button>
          <Button busy={isPending} disabled={findings === undefined} onClick={save}>
            {t("export")}
          </Button>
        </>
      }
    >
      <RadioGroup label={t("format")} options={OPTIONS} value={format} onChange={choose} />
      <div aria-live="polite" className="mt-4 min-h-12">
        {isLooking && findings === undefined && <Spinner label={t("asking")} />}
        {findings && <Losses findings={findings} />}
      </div>
    </Dialog>
  );
}
