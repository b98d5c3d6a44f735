import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { LANGUAGE_NAMES, languageName } from "@/features/staff-shared/language-name";
import { Button, IconButton } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { Select } from "@/ui/Select";
import { Textarea } from "@/ui/Textarea";
import { t } from "../texts";

/** By language tag: as it is stored, with the hash of the text that it translates, or as it was typed, with that text. */
export type TypedTranslations = Record<string, { text: string; source_hash?: string; beside?: string }>;

interface Props {
  typed: TypedTranslations;
  /** The text as it will be, trimmed. */
  beside: string;
  /** Its `hash`; `null` if it is another than the stored one. */
  source: string | null;
  errors: Record<string, string>;
  onChange(typed: TypedTranslations): void;
}

/** A text that candidates accept, in the languages of their pages. */
export function ConsentTranslations({ typed, beside, source, errors, onChange }: Props) {
  const [language, setLanguage] = useState("");
  const others = Object.keys(LANGUAGE_NAMES).filter((tag) => !Object.hasOwn(typed, tag));
  const set = (tag: string, text: string) => onChange({ ...typed, [tag]: { text, beside } });
  const remove = (tag: string) =>
    onChange(Object.fromEntries(Object.entries(typed).filter(([one]) => one !== tag)));
  return (
    <fieldset className="min-w-0 space-y-4">
      <legend className="font-medium text-sm">{t("consentTranslations")}</legend>
      <p className="-mt-2 text-muted text-xs">{t("consentTranslationsText")}</p>
      {errors.translations && (
        <p role="alert" className="font-medium text-error text-xs">
          {errors.translations}
        </p>
      )}
      {Object.entries(typed).map(([tag, { text, source_hash, beside: of }]) => {
        const isOfAnother = of === undefined ? source_hash !== source : of !== beside;
        return (
          <div key={tag} className="flex items-start gap-2">
            <Field
              label={languageName(tag)}
              className="flex-1"
              hint={isOfAnother && t("consentOfAnother")}
              error={errors[`translations.${tag}`]}
            >
              <Textarea
                rows={5}
                dir="auto"
                lang={tag}
                maxLength={10_000}
                value={text}
                onChange={(event) => set(tag, event.target.value)}
              />
              {isOfAnother && (
                <Button variant="secondary" size="sm" className="self-start" onClick={() => set(tag, text)}>
                  {t("consentStillFits")}
                </Button>
              )}
            </Field>
            <IconButton
              label={t("removeTranslation", { language: languageName(tag) })}
              onClick={() => remove(tag)}
            >
              <Trash2 aria-hidden="true" className="size-4" />
            </IconButton>
          </div>
        );
      })}
      <div className="flex flex-wrap items-end gap-2">
        <Field label={t("addLanguage")} className="w-56">
          <Select
            value={language}
            placeholder={t("chooseLanguage")}
            options={others.map((tag) => ({ value: tag, label: languageName(tag), lang: tag }))}
            onChange={(event) => setLanguage(event.target.value)}
          />
        </Field>
        <Button
          variant="secondary"
          disabled={!language}
          icon={Plus}
          onClick={() => {
            set(language, "");
            setLanguage("");
          }}
        >
          {t("addTranslation")}
        </Button>
      </div>
    </fieldset>
  );
}
