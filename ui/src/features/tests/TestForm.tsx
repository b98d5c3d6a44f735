import { type ReactNode, useState } from "react";
import { DescriptionFormat } from "@/features/questions/form/DescriptionFormat";
import { FullscreenChoice } from "@/features/questions/form/FullscreenChoice";
import { HistoryChoice } from "@/features/questions/form/HistoryChoice";
import { MarkdownField } from "@/features/questions/form/MarkdownField";
import { DURATION_MAX, DURATION_MIN } from "@/features/questions/form/rules";
import { LanguageField } from "@/features/staff-shared/LanguageField";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { t } from "./form-texts";
import type { TestFields } from "./input";

interface Props {
  id: string;
  /** Most tests need title, description and duration alone: the others are unfolded. */
  folded?: boolean;
  /** Shown below the language. */
  translations?: ReactNode;
  fields: TestFields;
  errorOf: (field: keyof TestFields, wire: string) => string | undefined;
  onChange: (changes: Partial<TestFields>) => void;
  onSubmit: () => void;
}

const isSpecial = ({ require_fullscreen, history, description_format, language }: TestFields) =>
  require_fullscreen ||
  history === "keystrokes" ||
  description_format === "markdown" ||
  language !== undefined;

/** The fields of a test, without its questions. */
export function TestForm({ id, folded = false, translations, fields, errorOf, onChange, onSubmit }: Props) {
  // One that says more than most is shown whole; what is ticked later moves nothing.
  const [isOpen] = useState(() => isSpecial(fields));
  const more = (
    <>
      <FullscreenChoice
        checked={fields.require_fullscreen}
        onChange={(require_fullscreen) => onChange({ require_fullscreen })}
      />
      <LanguageField
        label={t("language")}
        hint={t("languageHint")}
        none={t("siteLanguage")}
        value={fields.language ?? ""}
        onChange={(language) => onChange({ language: language || undefined })}
      />
      {translations}
      <HistoryChoice mode={fields.history} onChange={(history) => onChange({ history })} />
      <DescriptionFormat
        format={fields.description_format}
        onChange={(description_format) => onChange({ description_format })}
      />
    </>
  );
  return (
    <form
      id={id}
      noValidate
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Field label={t("title")} error={errorOf("title", "title")} required>
        <Input
          value={fields.title}
          placeholder={t("enterTitle")}
          onChange={(event) => onChange({ title: event.target.value })}
        />
      </Field>
      <div className={folded ? "grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_10rem]" : "space-y-4"}>
        <Field label={t("description")} error={errorOf("description", "description")}>
          <MarkdownField
            format={fields.description_format}
            rows={3}
            value={fields.description}
            placeholder={t("enterDescription")}
            onChange={(description) => onChange({ description })}
          />
        </Field>
        <Field
          label={t("durationMinutes")}
          className="sm:max-w-40"
          error={errorOf("duration", "duration_minutes")}
          required
        >
          <Input
            type="number"
            inputMode="numeric"
            min={DURATION_MIN}
            max={DURATION_MAX}
            value={fields.duration}
            onChange={(event) => onChange({ duration: event.target.value })}
          />
        </Field>
      </div>
      {folded ? (
        <details open={isOpen}>
          <summary className="min-h-10 cursor-pointer content-center font-medium text-ink-2 text-sm hover:text-ink">
            {t("moreFields")}
          </summary>
          <div className="mt-1 space-y-4 rounded-control border border-line p-4">{more}</div>
        </details>
      ) : (
        more
      )}
    </form>
  );
}
