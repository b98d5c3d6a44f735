import { useState } from "react";
import { JobProgress } from "@/features/staff-shared/jobs/JobProgress";
import { useRunningJob } from "@/features/staff-shared/jobs/queries";
import { STAFF_LANGUAGES, staffLanguageName } from "@/lib/staff-language";
import { local } from "@/lib/storage";
import { Field } from "@/ui/Field";
import { FormDialog } from "@/ui/FormDialog";
import { RadioGroup } from "@/ui/RadioGroup";
import { Select } from "@/ui/Select";
import type { ResultFilters } from "./filters";
import { t } from "./list-texts";
import { useResultsExport } from "./useResultsExport";

/** Where the choice of headings is kept, on this device. */
const HEADINGS = "invigil_export_headings";

type FileKind = "csv" | "excel-csv" | "xlsx" | "jsonl";

/** What a file of results holds, how, and under which headings. */
export function ExportResultsDialog({ filters, onClose }: { filters: ResultFilters; onClose: () => void }) {
  const [rows, setRows] = useState("results");
  const [kind, setKind] = useState<FileKind>("xlsx");
  const [headings, setHeadings] = useState(() => {
    const kept = local.get(HEADINGS) ?? "";
    return STAFF_LANGUAGES.includes(kept) ? kept : "";
  });
  const save = useResultsExport(filters);
  const job = useRunningJob("export", {}, save.isPending);
  const hasHeadings = kind !== "jsonl";

  const send = () => {
    local.set(HEADINGS, headings);
    const format = kind === "excel-csv" ? "csv" : kind;
    save.mutate(
      {
        format,
        ...(rows === "answers" && { answers: true }),
        ...(kind === "excel-csv" && { bom: true }),
        ...(hasHeadings && headings && { headings }),
      },
      { onSuccess: onClose },
    );
  };

  return (
    <FormDialog
      size="sm"
      title={t("exportResults")}
      description={t("exportText")}
      submit={t("export")}
      busy={save.isPending}
      onSubmit={send}
      onClose={onClose}
    >
      <RadioGroup
        label={t("exportRows")}
        options={[
          { value: "results", label: t("rowPerResult") },
          { value: "answers", label: t("rowPerAnswer") },
        ]}
        value={rows}
        onChange={setRows}
      />
      <Field label={t("exportFormat")}>
        <Select
          value={kind}
          onChange={(event) => setKind(event.target.value as FileKind)}
          options={[
            { value: "xlsx", label: t("workbook") },
            { value: "csv", label: "CSV" },
            { value: "excel-csv", label: t("csvForExcel") },
            { value: "jsonl", label: t("jsonLines") },
          ]}
        />
      </Field>
      <Field label={t("headings")} hint={hasHeadings ? undefined : t("noHeadings")}>
        <Select
          value={hasHeadings ? headings : ""}
          disabled={!hasHeadings}
          onChange={(event) => setHeadings(event.target.value)}
          options={[
            { value: "", label: t("fieldNames") },
            ...STAFF_LANGUAGES.map((tag) => ({
              value: tag,
              label: t("headingsIn", { language: staffLanguageName(tag) }),
            })),
          ]}
        />
      </Field>
      {job && <JobProgress job={job} />}
    </FormDialog>
  );
}
