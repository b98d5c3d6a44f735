import type { ReactNode } from "react";
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
  /** Shown below the language. */
  translations?: ReactNode;
  fields: TestFields;
  errorOf: (field: keyof TestFields, wire: string) => string | undefined;
  onChange: (changes: Partial<TestFields>) => void;
  onSubmit: () => void;
}

/** The fields of a test, without its questions. */
export function TestForm({ id, translations, fields, errorOf, onChange, onSubmit }: Props) {
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
    </form>
  );
}
