import { useState } from "react";
import { changedMeanwhile, errorText, fieldErrors } from "@/api/client";
import type { components } from "@/api/gen";
import { formatDateTime } from "@/lib/format";
import { useKept } from "@/lib/kept/useKept";
import { useDebounced } from "@/lib/useDebounced";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { ChangedChoice } from "@/ui/Changed";
import { Field } from "@/ui/Field";
import { FormattedText } from "@/ui/rich-text/FormattedText";
import { Select } from "@/ui/Select";
import { Textarea } from "@/ui/Textarea";
import { TypedNotice } from "@/ui/TypedNotice";
import { toast } from "@/ui/toast";
import { useTree } from "../content-preview";
import { t } from "../texts";
import { ConsentTranslations, type TypedTranslations } from "./ConsentTranslations";

export type ConsentSettings = components["schemas"]["ConsentSettings"];
type Input = components["schemas"]["ConsentInput"];
type Sent = NonNullable<Input["translations"]>;

const formats = () => [
  { value: "plain", label: t("plainText") },
  { value: "markdown", label: "Markdown" },
];

interface Props {
  /** Names the form, with its record. */
  name: string;
  settings: ConsentSettings;
  /** What a blank text means. */
  blank: string;
  put(body: Input): Promise<ConsentSettings>;
  /** After a success, and to read the other version. */
  refresh(): Promise<unknown>;
}

/** Time without a key press in ms, after which the server formats the text. */
const PAUSE_MS = 600;

/** Hash of no text: of one that was typed, and never stored. */
const NEVER_STORED = "0".repeat(64);

/** Translations as they are sent beside a text: without `source_hash`, they are of that text. */
function sentWith(text: string, settings: ConsentSettings, typed: TypedTranslations): Sent {
  const of = ({ source_hash, beside }: TypedTranslations[string]) =>
    beside === text
      ? undefined
      : (source_hash ?? (beside === settings.text ? settings.hash : null) ?? NEVER_STORED);
  return Object.fromEntries(
    Object.entries(typed).map(([tag, one]) => {
      const source_hash = of(one);
      return [tag, { text: one.text, ...(source_hash && { source_hash }) }];
    }),
  );
}

/** What the server would make of translations beside a text with this hash. */
const meant = (sent: Sent, source: string | null): string =>
  JSON.stringify(
    Object.entries(sent)
      .map(([tag, { text, source_hash }]) => [tag, text.trim(), source_hash ?? source])
      .filter(([, text]) => text)
      .sort(),
  );

/** The text that candidates accept before a start (docs/behaviour/taking.md#consent). */
export function ConsentForm({ name, settings, blank, put, refresh }: Props) {
  const translations: TypedTranslations = Object.fromEntries(
    Object.entries(settings.translations).map(([tag, { text, source_hash }]) => [tag, { text, source_hash }]),
  );
  const stored = { text: settings.text, format: settings.format, translations };
  const [typed, setTyped, kept] = useKept(`consent of ${name}`, stored, { version: settings.version });
  const [base, setBase] = useState(settings.version);
  const text = typed.text.trim();
  const isSameText = text === stored.text;
  const source = isSameText ? settings.hash : null;
  const sent = sentWith(text, settings, typed.translations);
  const isTranslated = meant(sent, source) !== meant(settings.translations, source);
  const save = useSend({
    // What is left out stays as it is: only those that are typed here belong to the text beside them.
    mutationFn: (version: number) =>
      put({
        text: typed.text,
        format: typed.format,
        version,
        ...(isTranslated && { translations: sent }),
      }),
    onSuccess: (saved) => {
      kept.sent();
      setBase(saved.version);
      toast.success(saved.text ? t("textSaved") : t("textRemoved"));
      void refresh();
    },
    onError: (error) => {
      if (changedMeanwhile(error, "")) void refresh();
      else toast.error(t("saveFailed", { reason: errorText(error) }));
    },
  });
  const change = changedMeanwhile(save.error, "");
  const errors = fieldErrors(save.error);
  const isSame = isSameText && typed.format === stored.format && !isTranslated;
  const take = () => {
    kept.discard();
    setTyped(stored);
    setBase(settings.version);
    save.reset();
  };
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(kept.isBack ? kept.since : base);
      }}
    >
      {kept.isBack && <TypedNotice kept={kept} />}
      {change && (
        <ChangedChoice
          change={change}
          what={t("thisText")}
          onTheirs={take}
          onMine={() => save.mutate(settings.version)}
        />
      )}
      <Field label={t("format")} className="w-48 max-w-full">
        <Select
          value={typed.format}
          options={formats()}
          onChange={(event) => setTyped({ ...typed, format: event.target.value as Input["format"] & string })}
        />
      </Field>
      <Field label={t("text")} hint={blank} error={errors.text}>
        <Textarea
          rows={8}
          dir="auto"
          maxLength={10_000}
          value={typed.text}
          onChange={(event) => setTyped({ ...typed, text: event.target.value })}
        />
      </Field>
      {typed.format === "markdown" && text && <Formatted text={text} />}
      {(text || Object.keys(typed.translations).length > 0) && (
        <ConsentTranslations
          typed={typed.translations}
          beside={text}
          source={source}
          errors={errors}
          onChange={(changed) => setTyped({ ...typed, translations: changed })}
        />
      )}
      <div className="sticky -bottom-5 -mb-5 flex flex-wrap items-center justify-end gap-x-5 gap-y-3 border-line border-t bg-surface pt-3 pb-5">
        {settings.at && (
          <p className="min-w-0 flex-1 basis-60 text-muted text-xs">
            {t.rich("storedBy", {
              version: settings.version,
              by: <bdi>{settings.by}</bdi>,
              at: formatDateTime(settings.at),
            })}
            {settings.hash && (
              <> {t.rich("sha", { hash: <code className="break-all">{settings.hash}</code> })}</>
            )}
          </p>
        )}
        <Button type="submit" busy={save.isPending} disabled={isSame}>
          {t("saveText")}
        </Button>
      </div>
    </form>
  );
}

/** The typed text as its readers see it, once its author pauses. */
function Formatted({ text }: { text: string }) {
  const source = useDebounced(text, PAUSE_MS);
  const tree = useTree(source, true);
  if (!tree) return null;
  return (
    <section aria-label={t("asRead")} className="rounded-control bg-subtle px-4 py-3">
      <p className="mb-1.5 text-muted text-xs">{t("asRead")}</p>
      <FormattedText content={tree} source={source} className="text-sm" />
    </section>
  );
}
