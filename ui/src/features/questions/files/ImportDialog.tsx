import { FileUp } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { errorText } from "@/api/client";
import { Button } from "@/ui/Button";
import { Checkbox } from "@/ui/Checkbox";
import { Dialog } from "@/ui/Dialog";
import { Field } from "@/ui/Field";
import { Select } from "@/ui/Select";
import { Spinner } from "@/ui/Spinner";
import { toast } from "@/ui/toast";
import { JobProgress } from "../../staff-shared/jobs/JobProgress";
import { useRunningJob } from "../../staff-shared/jobs/queries";
import { changes, ImportPreview } from "./ImportPreview";
import { t } from "./texts";
import { amount, type Chosen, FILE_MAX, formats, type Target, useImport } from "./useImport";

/** Imports tests, or questions into the bank, from a file: a dry run shows a preview first. */
export function ImportDialog({ target, onClose }: { target: Target; onClose: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [format, setFormat] = useState("auto");
  const [over, setOver] = useState(false);
  const [accepted, setAccepted] = useState(false);
  const { preview, run } = useImport(target, onClose);
  const report = preview.data;
  const importing = target === "tests" ? "test_import" : "question_import";
  const job = useRunningJob(
    run.isPending ? importing : "file_check",
    { subject: chosen?.file.name ?? "" },
    preview.isPending || run.isPending,
  );
  const differing = report?.importable ? changes(report) : 0;

  const look = (next: Chosen) => {
    setChosen(next);
    setAccepted(false);
    preview.mutate(next);
  };
  const choose = (file: File | undefined) => {
    if (file && file.size > FILE_MAX) toast.error(t("tooLarge"));
    else if (file) look({ file, format });
    // Allow the same file to be chosen again, after it was corrected.
    if (input.current) input.current.value = "";
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    choose(event.dataTransfer.files[0]);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(target === "tests" ? "importTests" : "importQuestions")}
      description={t("importText")}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t(run.isPending ? "close" : "cancel")}
          </Button>
          <Button
            disabled={!chosen || !report?.importable || preview.isPending || (differing > 0 && !accepted)}
            busy={run.isPending}
            onClick={() => chosen && run.mutate({ ...chosen, accepted })}
          >
            {report?.importable ? t("importAmount", { amount: amount(target, report) }) : t("import")}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a short cut; the button does the same */}
        <div
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
          className={`flex flex-col items-center gap-3 rounded-card border border-dashed px-4 py-6 text-center ${over ? "border-primary bg-subtle" : "border-line-strong"}`}
        >
          <FileUp aria-hidden="true" className="size-6 text-muted" />
          <p className="max-w-full truncate text-sm">
            {chosen ? <bdi className="font-medium">{chosen.file.name}</bdi> : t("dropHere")}
          </p>
          <input
            ref={input}
            type="file"
            accept=".json,.yaml,.yml,.csv,.tsv,.gift,.txt,.xml,.zip,.imscc"
            aria-label={t(target === "tests" ? "fileWithTests" : "fileWithQuestions")}
            className="sr-only"
            tabIndex={-1}
            onChange={(event) => choose(event.target.files?.[0])}
          />
          <Button
            data-first
            variant="secondary"
            size="sm"
            disabled={run.isPending || preview.isPending}
            onClick={() => input.current?.click()}
          >
            {chosen ? t("chooseAnother") : t("choose")}
          </Button>
        </div>
        <Field label={t("format")} className="sm:max-w-72">
          <Select
            value={format}
            disabled={run.isPending}
            options={formats()}
            onChange={(event) => {
              setFormat(event.target.value);
              if (chosen) look({ ...chosen, format: event.target.value });
            }}
          />
        </Field>
        {job ? (
          <JobProgress job={job} label={t(preview.isPending ? "reading" : "storing")} />
        ) : (
          preview.isPending && (
            <p role="status" className="flex items-center gap-2 text-ink-2 text-sm">
              <Spinner /> {t("reading")}
            </p>
          )
        )}
        {preview.error && (
          <p role="alert" className="text-error text-sm">
            {t("notRead", { reason: errorText(preview.error) })}
          </p>
        )}
        {report && !preview.isPending && <ImportPreview target={target} report={report} />}
        {differing > 0 && !preview.isPending && (
          <Checkbox
            checked={accepted}
            disabled={run.isPending}
            onChange={(event) => setAccepted(event.target.checked)}
            label={t("accept", { count: differing })}
          />
        )}
      </div>
    </Dialog>
  );
}
