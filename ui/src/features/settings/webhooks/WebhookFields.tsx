import { Plus, Trash2 } from "lucide-react";
import { Button, IconButton } from "@/ui/Button";
import { Checkbox } from "@/ui/Checkbox";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { Select } from "@/ui/Select";
import { Textarea } from "@/ui/Textarea";
import { PLACEHOLDERS, type Webhook } from "./events";
import { PRESETS, type Preset, presetLabel, presetNote } from "./presets";
import { t } from "./texts";
import type { Header, Values } from "./webhook-form";

/** A name of HTTP, as an example. */
const AUTHORIZATION = "Authorization";

interface FieldsProps {
  form: Values;
  set: (change: Partial<Values>) => void;
}

export const presetOf = ({ preset }: Values) => PRESETS[preset as Preset] ?? PRESETS.standard;

/** The receiver of a new webhook, with whose address and body the form begins. */
export function ReceiverField({ form, set }: FieldsProps) {
  const { note } = presetOf(form);
  return (
    <>
      <Field label={t("receiver")}>
        <Select
          value={form.preset}
          options={(Object.keys(PRESETS) as Preset[]).map((value) => ({ value, label: presetLabel(value) }))}
          onChange={(event) => {
            const preset = event.target.value as Preset;
            const { template, method, url, events, headers, onlyOrders } = PRESETS[preset];
            set({
              ...{ preset, template, method, onlyOrders },
              url: url || form.url,
              events: events.length > 0 ? events : form.events,
              headers: headers.map((name) => ({ name, value: "" })),
            });
          }}
        />
      </Field>
      {note && <p className="text-muted text-sm">{presetNote(form.preset, note)}</p>}
    </>
  );
}

function Headers({
  headers,
  kept,
  refused,
  onChange,
}: {
  headers: Header[];
  /** Names whose values are stored. */
  kept: readonly string[];
  refused: Record<string, string>;
  onChange: (headers: Header[]) => void;
}) {
  const set = (at: number, change: Partial<Header>) =>
    onChange(headers.map((header, place) => (place === at ? { ...header, ...change } : header)));
  return (
    <fieldset className="space-y-2">
      <legend className="font-medium text-sm">{t("furtherHeaders")}</legend>
      <p className="text-muted text-xs">{t("headersHint")}</p>
      {headers.map(({ name, value }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity
        <div key={at} className="flex items-start gap-2">
          <Field label={t("headerNumber", { number: at + 1 })} error={refused[`headers[${at}].name`]}>
            <Input
              value={name}
              autoComplete="off"
              placeholder={AUTHORIZATION}
              onChange={(event) => set(at, { name: event.target.value })}
            />
          </Field>
          <Field label={t("valueNumber", { number: at + 1 })} error={refused[`headers[${at}].value`]}>
            <Input
              type="password"
              value={value}
              autoComplete="new-password"
              placeholder={kept.includes(name) ? t("unchanged") : ""}
              onChange={(event) => set(at, { value: event.target.value })}
            />
          </Field>
          <IconButton
            label={t("removeHeader", { number: at + 1 })}
            className="mt-7"
            onClick={() => onChange(headers.filter((_, place) => place !== at))}
          >
            <Trash2 aria-hidden="true" className="size-4" />
          </IconButton>
        </div>
      ))}
      <Button
        variant="secondary"
        size="sm"
        icon={Plus}
        onClick={() => onChange([...headers, { name: "", value: "" }])}
      >
        {t("addHeader")}
      </Button>
    </fieldset>
  );
}

interface MessageProps extends FieldsProps {
  /** Absent for a new one. */
  webhook: Webhook | undefined;
  refused: Record<string, string>;
}

/** What a call looks like. */
export function MessageFields({ form, set, webhook, refused }: MessageProps) {
  // A closed section would hide what is wrong in it.
  const isInside = Object.keys(refused).some((field) => /^(method|only_orders|headers|template)/.test(field));
  const names = (
    <span dir="ltr" className="mt-1.5 flex flex-wrap gap-1">
      {PLACEHOLDERS.map((name) => (
        <code key={name} className="rounded bg-subtle px-1.5 py-0.5 text-ink-2">{`{${name}}`}</code>
      ))}
    </span>
  );
  return (
    <details
      className="rounded-control border border-line p-3"
      open={isInside || presetOf(form).headers.length > 0 || undefined}
    >
      <summary className="cursor-pointer font-medium text-sm">{t("methodHeadersBody")}</summary>
      <div className="mt-3 space-y-4">
        <Field label={t("method")}>
          <Select
            value={form.method}
            options={["post", "put", "patch"].map((value) => ({ value, label: value.toUpperCase() }))}
            onChange={(event) => set({ method: event.target.value as Webhook["method"] })}
          />
        </Field>
        <Field
          label={t("onlyOrders")}
          hint={t("onlyOrdersHint", { key: "{external_key}" })}
          error={refused.only_orders}
        >
          <Input
            value={form.onlyOrders}
            autoComplete="off"
            dir="ltr"
            onChange={(event) => set({ onlyOrders: event.target.value })}
          />
        </Field>
        <Headers
          headers={form.headers}
          kept={webhook?.headers ?? []}
          refused={refused}
          onChange={(headers) => set({ headers })}
        />
        <Field label={t("body")} hint={t.rich("bodyHint", { names })} error={refused.template}>
          <Textarea
            rows={8}
            spellCheck={false}
            dir="ltr"
            className="font-mono text-xs"
            value={form.template}
            onChange={(event) => set({ template: event.target.value })}
          />
        </Field>
        {webhook && (
          <Checkbox
            label={t("newKey")}
            hint={t("newKeyHint")}
            checked={form.newSecret}
            onChange={(event) => set({ newSecret: event.target.checked })}
          />
        )}
      </div>
    </details>
  );
}
