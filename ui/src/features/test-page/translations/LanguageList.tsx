import { Trash2 } from "lucide-react";
import { useState } from "react";
import type { TestTranslations } from "@/api/types";
import { languageName } from "@/features/staff-shared/language-name";
import { formatDateTime } from "@/lib/format";
import { forgetTyped, readTyped, typist } from "@/lib/kept/store";
import { IconButton } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { Checkbox } from "@/ui/Checkbox";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { Field } from "@/ui/Field";
import { Select } from "@/ui/Select";
import { t } from "./texts";
import { type Counts, countsOf } from "./texts-of-test";
import { type Column, keptName, useRemoval } from "./useColumn";
import type { useShown } from "./useShown";

interface ListProps {
  test: string;
  data: TestTranslations;
  choice: ReturnType<typeof useShown>;
  columns: readonly Column[];
  mayEdit: boolean;
}

/** How far each translation is, which are shown, and which there could be. */
export function LanguageList({ test, data, choice, columns, mayEdit }: ListProps) {
  const [leaving, setLeaving] = useState<string | null>(null);
  const isBusy = columns.some(({ isSaving }) => isSaving);
  const gone = (tag: string) => {
    forgetTyped(typist(), keptName(test, tag));
    columns.find(({ language }) => language === tag)?.discard();
    choice.hide(tag);
    setLeaving(null);
  };
  return (
    <Card
      flush
      title={t("languages")}
      description={t("languagesText")}
      actions={mayEdit && choice.others.length > 0 && <AddLanguage choice={choice} disabled={isBusy} />}
    >
      <ul aria-label={t("languages")} className="divide-y divide-line">
        {choice.listed.map((tag) => (
          <li key={tag} className="flex flex-wrap items-center gap-x-4 px-5 py-2">
            <Checkbox
              className="min-w-0 flex-1 basis-60"
              label={<Named tag={tag} />}
              hint={
                <Progress
                  test={test}
                  tag={tag}
                  data={data}
                  column={columns.find(({ language }) => language === tag)}
                />
              }
              checked={choice.shown.includes(tag)}
              disabled={isBusy}
              onChange={(event) => (event.target.checked ? choice.show(tag) : choice.hide(tag))}
            />
            {mayEdit && (
              <IconButton
                label={t("removeLanguage", { name: languageName(tag) })}
                disabled={isBusy}
                onClick={() => setLeaving(tag)}
              >
                <Trash2 aria-hidden="true" className="size-4" />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      {leaving && (
        <Removal test={test} data={data} tag={leaving} onClose={() => setLeaving(null)} onGone={gone} />
      )}
    </Card>
  );
}

export function AddLanguage({
  choice,
  disabled = false,
}: {
  choice: ListProps["choice"];
  disabled?: boolean;
}) {
  return (
    <Field label={t("addLanguage")} hideLabel className="w-52 max-sm:w-full">
      <Select
        value=""
        disabled={disabled}
        placeholder={t("addLanguage")}
        options={choice.others.map((tag) => ({ value: tag, label: languageName(tag), lang: tag }))}
        onChange={(event) => event.target.value && choice.show(event.target.value)}
      />
    </Field>
  );
}

const Named = ({ tag }: { tag: string }) => (
  <>
    <span lang={tag} className="font-medium">
      {languageName(tag)}
    </span>{" "}
    <span className="text-muted">{tag}</span>
  </>
);

interface ProgressProps {
  test: string;
  tag: string;
  data: TestTranslations;
  /** Where it is shown: its edits count. */
  column: Column | undefined;
}

const countWords = ({ translated, changed, missing }: Counts) =>
  t("counts", {
    translated,
    total: translated + changed + missing,
    hasChanged: changed > 0 ? "yes" : "no",
    changed,
    hasMissing: missing > 0 ? "yes" : "no",
    missing,
  });

function Progress({ test, tag, data, column }: ProgressProps) {
  const summary = data.languages.find(({ language }) => language === tag);
  // One that is not shown may have been typed earlier.
  const isUnsaved = column ? column.isChanged : readTyped(typist(), keptName(test, tag)) !== null;
  const counts = column
    ? countsOf(data.texts, tag, column.edits)
    : (summary ?? countsOf(data.texts, tag, {}));
  const date = formatDateTime(summary?.updated_at);
  return (
    <span className="tabular-nums">
      {countWords(counts)}
      {" · "}
      {!summary && t("neverSaved")}
      {summary &&
        (summary.updated_by
          ? t.rich("savedBy", { who: <bdi>{summary.updated_by}</bdi>, date })
          : t("savedAt", { date }))}
      {isUnsaved && ` · ${t("unsaved")}`}
      {column?.refusal && <span className="block font-medium text-error">{column.refusal}</span>}
    </span>
  );
}

interface RemovalProps {
  test: string;
  data: TestTranslations;
  tag: string;
  onClose: () => void;
  onGone: (tag: string) => void;
}

function Removal({ test, data, tag, onClose, onGone }: RemovalProps) {
  const removal = useRemoval(test, onGone);
  const summary = data.languages.find(({ language }) => language === tag);
  const name = summary?.name ?? languageName(tag);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t("removeQuestion", { name })}
      description={
        summary ? t("removeText", { count: summary.translated + summary.changed }) : t("removeUnsavedText")
      }
      confirmLabel={t("remove")}
      danger
      busy={removal.isPending}
      onConfirm={() => (summary ? removal.mutate({ language: tag, version: summary.version }) : onGone(tag))}
    />
  );
}
