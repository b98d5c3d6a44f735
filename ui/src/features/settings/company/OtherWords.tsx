import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { api, changedMeanwhile, errorText, fieldErrors } from "@/api/client";
import { queryOf } from "@/api/query";
import type { CompanySettings } from "@/api/types";
import { NAMES } from "@/i18n/names";
import { type OnRecord, useKeptRecord } from "@/lib/kept/useKeptRecord";
import { useSendRecord } from "@/lib/kept/useSendRecord";
import { SITE_NAMES } from "@/lib/language";
import { Button } from "@/ui/Button";
import { ChangedChoice } from "@/ui/Changed";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { Select } from "@/ui/Select";
import { Textarea } from "@/ui/Textarea";
import { TypedNotice } from "@/ui/TypedNotice";
import { toast } from "@/ui/toast";
import { labelOf } from "./company-form";
import { Preview } from "./Preview";
import { t } from "./texts";

const PATH = "/admin/company-settings";
const WORDS = ["invitation_subject", "invitation_text", "reminder_text", "intro_text"] as const;
type Words = Record<(typeof WORDS)[number], string>;

const NONE: Words = { invitation_subject: "", invitation_text: "", reminder_text: "", intro_text: "" };
const ROWS = { invitation_text: 4, reminder_text: 2, intro_text: 3 };

/** The company's own words in languages beside that of the candidates. */
export function OtherWords({ settings }: { settings: CompanySettings }) {
  const main = settings.language ?? "en";
  const all = Object.entries({ ...NAMES, ...SITE_NAMES }).filter(([tag]) => tag !== main);
  const written = all.filter(([tag]) => settings.translations[tag]).map(([tag]) => tag);
  const [language, setLanguage] = useState(written[0] ?? "");
  const options = all.map(([tag, name]) => ({
    value: tag,
    ...(written.includes(tag) ? { label: t("nameOwnWords", { name }) } : { label: name, lang: tag }),
  }));
  return (
    <section aria-labelledby="other-words" className="space-y-4 border-line border-t pt-6">
      <div>
        <h3 id="other-words" className="font-semibold text-base">
          {t("otherWords")}
        </h3>
        <p className="mt-0.5 text-muted text-sm">{t("otherWordsHint")}</p>
      </div>
      <Field label={t("languageOfWords")} className="sm:max-w-80">
        <Select
          value={language}
          options={options}
          placeholder={t("chooseLanguage")}
          onChange={(event) => setLanguage(event.target.value)}
        />
      </Field>
      {language && <Form key={language} language={language} settings={settings} />}
    </section>
  );
}

function Form({ language, settings }: { language: string; settings: CompanySettings }) {
  const client = useQueryClient();
  const wordsOf = ({ translations }: CompanySettings): Words => translations[language] ?? NONE;
  const form = useKeptRecord(`company words ${language}`, settings, wordsOf);
  const { values: words, set: setWords, kept, theirs } = form;
  const [previewing, setPreviewing] = useState(false);
  const save = useSendRecord(form, {
    put: ({ values, version }: OnRecord<CompanySettings, Words>) =>
      api.put(PATH, { body: { version, translations: { [language]: values } } }),
    done: (now, { values }) => {
      client.setQueryData(queryOf(PATH).queryKey, now);
      form.saved(now, values);
      toast.success(t("wordsSaved"));
    },
    read: () => client.fetchQuery({ ...queryOf(PATH), staleTime: 0 }),
    failed: (error) => toast.error(t("wordsFailed", { reason: errorText(error) })),
    stale: [],
  });
  const fields = fieldErrors(save.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(form.shown());
  };
  const change = changedMeanwhile(save.error, t("someoneElse"));
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <TypedNotice kept={kept} />
      {change && theirs && (
        <ChangedChoice
          change={change}
          what={t("theSettings")}
          onMine={() => save.mutate(form.keepMine(theirs))}
        >
          {WORDS.filter((name) => wordsOf(theirs)[name] !== words[name]).map((name) => (
            <span key={name} className="block">
              {t.rich("wordsRow", {
                name: labelOf(name),
                text: wordsOf(theirs)[name] || t("none"),
                b: (inside) => (
                  <bdi lang={language} className="whitespace-pre-wrap">
                    {inside}
                  </bdi>
                ),
              })}
            </span>
          ))}
        </ChangedChoice>
      )}
      {WORDS.map((name) => {
        const field = {
          value: words[name],
          lang: language,
          dir: "auto",
          onChange: (event: { target: { value: string } }) =>
            setWords((now) => ({ ...now, [name]: event.target.value })),
        };
        return (
          <Field
            key={name}
            label={`${labelOf(name)} (${language})`}
            error={fields[`translations.${language}.${name}`]}
          >
            {name === "invitation_subject" ? <Input {...field} /> : <Textarea {...field} rows={ROWS[name]} />}
          </Field>
        );
      })}
      {fields.translations && (
        <p role="alert" className="text-error text-sm">
          {fields.translations}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={() => setPreviewing(true)}>
          {t("previewInLanguage")}
        </Button>
        <Button type="submit" busy={save.isPending}>
          {t("saveWords")}
        </Button>
      </div>
      {previewing && (
        <Preview
          words={{ language, translations: { [language]: words } }}
          onClose={() => setPreviewing(false)}
        />
      )}
    </form>
  );
}
