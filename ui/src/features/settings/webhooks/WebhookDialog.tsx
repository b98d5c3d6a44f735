import { useQueryClient } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { api, errorText, fieldErrors } from "@/api/client";
import { invalidate, queryOf } from "@/api/query";
import { useTests } from "@/features/staff-shared/queries";
import { onTop } from "@/lib/kept/onTop";
import { useKept } from "@/lib/kept/useKept";
import { useSend } from "@/lib/useSend";
import { Button, IconButton } from "@/ui/Button";
import { Checkbox } from "@/ui/Checkbox";
import { CheckGroup } from "@/ui/CheckGroup";
import { changedByOther } from "@/ui/changed";
import { Field } from "@/ui/Field";
import { FormDialog } from "@/ui/FormDialog";
import { Input } from "@/ui/Input";
import { Select } from "@/ui/Select";
import { Textarea } from "@/ui/Textarea";
import { toast } from "@/ui/toast";
import { ScopeField } from "../admins/roles/ScopeField";
import { SettingsConflict } from "../SettingsConflict";
import { ShownOnce } from "../ShownOnce";
import { CHOICES, eventWords, PLACEHOLDERS, type Webhook, type WebhookEvent } from "./events";
import { PRESETS, type Preset, presetLabel, presetNote } from "./presets";
import { t } from "./texts";

type Method = Webhook["method"];

/** A name of HTTP, as an example. */
const AUTHORIZATION = "Authorization";

interface Header {
  name: string;
  /** Blank: the stored value stays. */
  value: string;
}

interface Values {
  name: string;
  /** Blank: the stored address stays. */
  url: string;
  method: Method;
  events: string[];
  tests: string[] | null;
  enabled: boolean;
  headers: Header[];
  template: string;
  onlyOrders: string;
  preset: string;
  newSecret: boolean;
}

const valuesOf = (webhook: Webhook | undefined): Values => ({
  name: webhook?.name ?? "",
  url: "",
  method: webhook?.method ?? "post",
  events: webhook?.events ?? [],
  tests: webhook?.tests ?? null,
  enabled: webhook?.enabled ?? true,
  headers: (webhook?.headers ?? []).map((name) => ({ name, value: "" })),
  template: webhook?.template ?? "",
  onlyOrders: webhook?.only_orders ?? "",
  preset: "standard",
  newSecret: false,
});

const LABELS = {
  name: "name",
  url: "address",
  method: "method",
  events: "events",
  tests: "tests",
  enabled: "switchedOn",
  headers: "headers",
  template: "body",
  onlyOrders: "orders",
} as const;
const labels = () => Object.fromEntries(Object.entries(LABELS).map(([name, key]) => [name, t(key)]));

const shown = (value: unknown) =>
  typeof value === "boolean"
    ? t(value ? "valueOn" : "valueOff")
    : value === null
      ? t("all")
      : String(value) || t("empty");

/** Fields that another administrator has changed since this form was opened. */
function differences(base: Webhook, theirs: Webhook, mine: Values) {
  const known = (webhook: Webhook): Values => ({ ...valuesOf(webhook), url: webhook.url });
  const [before, now] = [known(base), known(theirs)];
  const own = { ...mine, url: mine.url || base.url };
  const names = Object.keys(LABELS) as (keyof Values)[];
  const text = (name: keyof Values, values: Values) =>
    shown(name === "headers" ? values.headers.map((header) => header.name) : values[name]);
  return names
    .filter((name) => text(name, before) !== text(name, now))
    .map((name) => ({
      name,
      theirs: text(name, now),
      ...(text(name, own) !== text(name, before) && { mine: text(name, own) }),
    }));
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

/** Creates a webhook, or changes one. The key of its signatures is shown once. */
export function WebhookDialog({ webhook, onClose }: { webhook?: Webhook; onClose: () => void }) {
  const client = useQueryClient();
  const [base, setBase] = useState(webhook);
  const [theirs, setTheirs] = useState<Webhook>();
  const [form, setForm, kept] = useKept(`webhook ${webhook?.id ?? ""}`, valuesOf(webhook), {
    secrets: ["headers", "url"],
    ...(webhook && { version: webhook.version }),
  });
  const tests = useTests();
  const all = tests.data?.pages.flatMap(({ items }) => items) ?? [];
  const set = (change: Partial<Values>) => setForm({ ...form, ...change });
  const save = useSend({
    mutationFn: async () => {
      const { name, url, method, enabled, template, onlyOrders, newSecret } = form;
      const headers = form.headers.filter((header) => header.name.trim() || header.value);
      const body = {
        ...{ name, url, method, enabled },
        events: form.events as WebhookEvent[],
        ...(form.tests && { tests: form.tests }),
        headers: headers.map((header) => ({
          name: header.name,
          ...(header.value && { value: header.value }),
        })),
        ...(template.trim() && { template }),
        ...(onlyOrders.trim() && { only_orders: onlyOrders }),
      };
      if (!base) return api.post("/webhooks", { body });
      return api.put("/webhooks/{id}", {
        path: { id: base.id },
        body: { ...body, version: base.version, new_secret: newSecret },
      });
    },
    onSuccess: ({ secret }) => {
      kept.sent();
      void invalidate(client, "/webhooks");
      toast.success(base ? t("saved") : t("created"));
      if (!secret) onClose();
    },
    onError: async (error) => {
      if (!base || !changedByOther(error)) return toast.error(t("saveFailed", { reason: errorText(error) }));
      const now = await client.fetchQuery({ ...queryOf("/webhooks"), staleTime: 0 });
      setTheirs(now.find(({ id }) => id === base.id));
    },
  });
  const refused = fieldErrors(save.error);
  const preset = PRESETS[form.preset as Preset] ?? PRESETS.standard;
  // A closed section would hide what is wrong in it.
  const isInside = Object.keys(refused).some((field) => /^(method|only_orders|headers|template)/.test(field));
  const secret = save.data?.secret;
  if (secret)
    return (
      <ShownOnce
        title={t("key")}
        description={t("keyText")}
        token={secret}
        then={t("libraries")}
        command="https://www.standardwebhooks.com"
        onClose={onClose}
      />
    );
  const take = (stored: Webhook, values: Values) => {
    setBase(stored);
    setTheirs(undefined);
    setForm(values);
  };
  return (
    <FormDialog
      size="lg"
      title={base ? t("change") : t("newWebhook")}
      submit={base ? t("save") : t("create")}
      busy={save.isPending}
      kept={kept}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      {base && theirs && (
        <SettingsConflict
          by={changedByOther(save.error)?.by ?? ""}
          what={t("thisWebhook")}
          rows={differences(base, theirs, form)}
          labels={labels()}
          onTake={() => take(theirs, valuesOf(theirs))}
          onKeep={() => take(theirs, onTop(valuesOf(base), valuesOf(theirs), form))}
        />
      )}
      {!base && (
        <Field label={t("receiver")}>
          <Select
            value={form.preset}
            options={(Object.keys(PRESETS) as Preset[]).map((value) => ({
              value,
              label: presetLabel(value),
            }))}
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
      )}
      {!base && preset.note && <p className="text-muted text-sm">{presetNote(form.preset, preset.note)}</p>}
      <Field label={t("name")} error={refused.name} required>
        <Input value={form.name} autoComplete="off" onChange={(event) => set({ name: event.target.value })} />
      </Field>
      <Field
        label={t("address")}
        hint={
          base
            ? t.rich("storedAddress", {
                url: (
                  <bdi dir="ltr" className="wrap-anywhere">
                    {base.url}
                  </bdi>
                ),
              })
            : t("ofReceiver")
        }
        error={refused.url}
        required={!base}
      >
        <Input
          type="url"
          value={form.url}
          autoComplete="off"
          placeholder={preset.hint}
          onChange={(event) => set({ url: event.target.value })}
        />
      </Field>
      <div className="flex flex-col gap-1.5">
        <p aria-hidden="true" className="font-medium text-sm">
          {t("events")}
        </p>
        <CheckGroup
          isWide
          label={t("events")}
          options={CHOICES.map((value) => ({ value, label: eventWords(value) }))}
          chosen={form.events}
          onChange={(events) => set({ events })}
        />
        {refused.events && (
          <p role="alert" className="font-medium text-error text-xs">
            {refused.events}
          </p>
        )}
      </div>
      <ScopeField
        label={t("events")}
        inSentence={t("theEvents")}
        tests={form.tests}
        all={all}
        onChange={(own) => set({ tests: own })}
      />
      <Checkbox
        label={t("switchedOn")}
        hint={t("switchedOnHint")}
        checked={form.enabled}
        onChange={(event) => set({ enabled: event.target.checked })}
      />
      <details
        className="rounded-control border border-line p-3"
        open={isInside || preset.headers.length > 0 || undefined}
      >
        <summary className="cursor-pointer font-medium text-sm">{t("methodHeadersBody")}</summary>
        <div className="mt-3 space-y-4">
          <Field label={t("method")}>
            <Select
              value={form.method}
              options={["post", "put", "patch"].map((value) => ({ value, label: value.toUpperCase() }))}
              onChange={(event) => set({ method: event.target.value as Method })}
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
            kept={base?.headers ?? []}
            refused={refused}
            onChange={(headers) => set({ headers })}
          />
          <Field
            label={t("body")}
            hint={t.rich("bodyHint", {
              names: (
                <span dir="ltr" className="mt-1.5 flex flex-wrap gap-1">
                  {PLACEHOLDERS.map((name) => (
                    <code
                      key={name}
                      className="rounded bg-subtle px-1.5 py-0.5 text-ink-2"
                    >{`{${name}}`}</code>
                  ))}
                </span>
              ),
            })}
            error={refused.template}
          >
            <Textarea
              rows={8}
              spellCheck={false}
              dir="ltr"
              className="font-mono text-xs"
              value={form.template}
              onChange={(event) => set({ template: event.target.value })}
            />
          </Field>
          {base && (
            <Checkbox
              label={t("newKey")}
              hint={t("newKeyHint")}
              checked={form.newSecret}
              onChange={(event) => set({ newSecret: event.target.checked })}
            />
          )}
        </div>
      </details>
    </FormDialog>
  );
}
