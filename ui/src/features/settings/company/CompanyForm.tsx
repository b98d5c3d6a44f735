import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { api, changedMeanwhile, errorText, fieldErrors } from "@/api/client";
import { queryOf } from "@/api/query";
import type { CompanySettings } from "@/api/types";
import { LanguageField } from "@/features/staff-shared/LanguageField";
import { formatDateTime } from "@/lib/format";
import { onTop } from "@/lib/kept/onTop";
import { useKept } from "@/lib/kept/useKept";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { Select } from "@/ui/Select";
import { Textarea } from "@/ui/Textarea";
import { TypedNotice } from "@/ui/TypedNotice";
import { toast } from "@/ui/toast";
import { difference } from "../SettingsConflict";
import { t as shared } from "../texts";
import { changed, HALF_HOURS, labelOf, TEXTS, type Text, type Values, valuesOf } from "./company-form";
import { Preview } from "./Preview";
import { t } from "./texts";

export function CompanyForm({ settings: read }: { settings: CompanySettings }) {
  const client = useQueryClient();
  /** Base of the typed values, and its version: a logo that is stored meanwhile only raises the latter. */
  const [settings, setSettings] = useState(read);
  const [values, setValues, kept, rebase] = useKept("company settings", valuesOf(settings), {
    version: settings.version,
  });
  const [previewing, setPreviewing] = useState(false);
  const version =
    read.version > settings.version && sameTexts(read, settings) ? read.version : settings.version;
  const show = (stored: CompanySettings, typed: (now: Values) => Values) => {
    client.setQueryData(queryOf("/admin/company-settings").queryKey, stored);
    setSettings(stored);
    rebase(valuesOf(stored), stored.version, typed);
  };
  const save = useSend({
    mutationFn: (sent: Values) =>
      api.put("/admin/company-settings", { body: { version, ...changed(sent, settings) } }),
    onSuccess: (stored, sent) => {
      // Texts that were typed while it was being saved stay.
      show(stored, (now) => onTop(sent, valuesOf(stored), now));
      toast.success(t("saved"));
    },
    onError: (error) => {
      if (!changedMeanwhile(error, "")) toast.error(t("notSaved", { reason: errorText(error) }));
    },
  });
  const take = (stored: CompanySettings, typed: Values) => {
    show(stored, () => typed);
    save.reset();
  };
  const conflict = changedMeanwhile(save.error, t("anotherAdmin"));
  const fields = fieldErrors(save.error);
  const text = (name: Text) => ({
    value: values[name],
    onChange: (event: { target: { value: string } }) =>
      setValues((now) => ({ ...now, [name]: event.target.value })),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(values);
  };
  return (
    <form noValidate onSubmit={submit} className="space-y-4 border-line border-t pt-6">
      <TypedNotice kept={kept} />
      {kept.isStale && <Stored values={values} stored={settings} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={labelOf("name")} error={fields.name} hint={t("nameHint")}>
          <Input {...text("name")} placeholder={t("nameExample")} />
        </Field>
        <Field label={labelOf("contact")} error={fields.contact} hint={t("contactHint")}>
          <Input {...text("contact")} placeholder="jobs@example.org" />
        </Field>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={labelOf("reply_to")} error={fields.reply_to} hint={t("replyToHint")}>
          <Input {...text("reply_to")} type="email" dir="ltr" placeholder="jobs@example.org" />
        </Field>
        <LanguageField
          className=""
          label={labelOf("language")}
          error={fields.language}
          hint={t("languageHint")}
          none={t("languageNone")}
          value={values.language}
          onChange={(language) => setValues((now) => ({ ...now, language }))}
        />
        <Field label={labelOf("first_slot")} error={fields.first_slot} hint={t("slotHint")}>
          <Select {...text("first_slot")} options={HALF_HOURS} />
        </Field>
        <Field label={labelOf("last_slot")} error={fields.last_slot}>
          <Select {...text("last_slot")} options={HALF_HOURS} />
        </Field>
      </div>
      <h3 className="border-line border-t pt-6 font-semibold text-base">{t("ownWords")}</h3>
      <p className="text-muted text-sm">
        {t.rich("ownWordsHint", {
          names: settings.placeholders.map((name) => (
            <code key={name} className="me-1.5 text-ink-2 text-xs">{`{${name}}`}</code>
          )),
        })}
      </p>
      <Field label={labelOf("invitation_subject")} error={fields.invitation_subject}>
        <Input {...text("invitation_subject")} placeholder={t("subjectExample", { title: "{test_title}" })} />
      </Field>
      <Field label={labelOf("invitation_text")} error={fields.invitation_text} hint={t("invitationHint")}>
        <Textarea {...text("invitation_text")} rows={4} />
      </Field>
      <Field label={labelOf("reminder_text")} error={fields.reminder_text} hint={t("reminderHint")}>
        <Textarea {...text("reminder_text")} rows={2} />
      </Field>
      <Field label={labelOf("intro_text")} error={fields.intro_text}>
        <Textarea {...text("intro_text")} rows={3} />
      </Field>
      {conflict && (
        <Conflict
          by={conflict.by}
          at={conflict.at}
          busy={save.isPending}
          onTake={take}
          values={values}
          read={settings}
        />
      )}
      <div className="sticky -bottom-6 z-10 -mb-6 flex flex-wrap justify-end gap-3 border-line border-t bg-surface pt-3 pb-6">
        <Button variant="secondary" onClick={() => setPreviewing(true)}>
          {t("preview")}
        </Button>
        <Button type="submit" busy={save.isPending} disabled={conflict !== null}>
          {t("save")}
        </Button>
      </div>
      {previewing && <Preview words={wordsOf(values)} onClose={() => setPreviewing(false)} />}
    </form>
  );
}

function wordsOf({ invitation_subject, invitation_text, reminder_text, intro_text, language }: Values) {
  return { invitation_subject, invitation_text, reminder_text, intro_text, language };
}

function sameTexts(a: CompanySettings, b: CompanySettings) {
  return Object.keys(changed(valuesOf(a), b)).length === 0;
}

/** What is stored now, where it differs from the texts of before: the notice asks to compare. */
function Stored({ values, stored }: { values: Values; stored: CompanySettings }) {
  return (
    <div className="rounded-control border border-line p-4 text-sm">
      <p className="font-medium">{t("storedNow")}</p>
      <ul className="mt-1 list-disc space-y-1 ps-5">
        {TEXTS.filter((name) => values[name] !== (stored[name] ?? "")).map((name) => (
          <li key={name}>
            {stored[name]
              ? difference(labelOf(name), stored[name], undefined)
              : t("storedNothing", { name: labelOf(name) })}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface ConflictProps {
  by: string;
  at: string | null;
  busy: boolean;
  values: Values;
  read: CompanySettings;
  onTake: (stored: CompanySettings, typed: Values) => void;
}

/** Another administrator was faster: shows which fields differ, and lets one take theirs or put one's own on top. */
function Conflict({ by, at, busy, values, read, onTake }: ConflictProps) {
  const { data: theirs } = useQuery({
    queryKey: ["company-conflict", at],
    queryFn: ({ signal }) => api.get("/admin/company-settings", { signal }),
    gcTime: 0,
  });
  const mine = changed(values, read);
  return (
    <div role="alert" className="toned tone-amber space-y-3 rounded-control p-4 text-sm">
      <p className="font-medium">
        {t.rich(at ? "savedMeanwhileAt" : "savedMeanwhile", {
          who: <bdi>{by}</bdi>,
          when: formatDateTime(at),
        })}
      </p>
      {theirs && (
        <ul className="list-disc space-y-1 ps-5">
          {Object.keys(changed(valuesOf(theirs), read)).map((name) => (
            <li key={name}>
              {difference(
                labelOf(name as Text),
                theirs[name as Text] ?? "",
                name in mine ? (mine[name as Text] ?? "") : undefined,
              )}
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          size="sm"
          disabled={!theirs || busy}
          onClick={() => theirs && onTake(theirs, valuesOf(theirs))}
        >
          {shared("takeTheirs")}
        </Button>
        <Button
          size="sm"
          disabled={!theirs || busy}
          onClick={() => theirs && onTake(theirs, { ...valuesOf(theirs), ...mine })}
        >
          {shared("keepMine")}
        </Button>
      </div>
    </div>
  );
}
