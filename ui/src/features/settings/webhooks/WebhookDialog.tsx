import { useQueryClient } from "@tanstack/react-query";
import { api, errorText, fieldErrors } from "@/api/client";
import { queryOf } from "@/api/query";
import { useTests } from "@/features/staff-shared/queries";
import { type OnRecord, useKeptRecord } from "@/lib/kept/useKeptRecord";
import { useSendRecord } from "@/lib/kept/useSendRecord";
import { Checkbox } from "@/ui/Checkbox";
import { CheckGroup } from "@/ui/CheckGroup";
import { Field } from "@/ui/Field";
import { FormDialog } from "@/ui/FormDialog";
import { Input } from "@/ui/Input";
import { toast } from "@/ui/toast";
import { ScopeField } from "../admins/roles/ScopeField";
import { RecordConflict } from "../RecordConflict";
import { ShownOnce } from "../ShownOnce";
import { CHOICES, eventWords, type Webhook } from "./events";
import { t } from "./texts";
import { MessageFields, presetOf, ReceiverField } from "./WebhookFields";
import { bodyOf, labels, shown, type Values, valuesOf } from "./webhook-form";

/** Creates a webhook, or changes one. The key of its signatures is shown once. */
export function WebhookDialog({ webhook, onClose }: { webhook?: Webhook; onClose: () => void }) {
  const client = useQueryClient();
  const record = useKeptRecord(`webhook ${webhook?.id ?? ""}`, webhook, valuesOf, ["headers", "url"]);
  const { values: form, base, kept } = record;
  const set = (change: Partial<Values>) => record.set({ ...form, ...change });
  const tests = useTests();
  const all = tests.data?.pages.flatMap(({ items }) => items) ?? [];
  const save = useSendRecord(record, {
    put: ({ values, base, version }: OnRecord<Webhook | undefined, Values>) => {
      const body = bodyOf(values);
      if (!base) return api.post("/webhooks", { body });
      return api.put("/webhooks/{id}", {
        path: { id: base.id },
        body: { ...body, version, new_secret: values.newSecret },
      });
    },
    done: ({ secret }) => {
      kept.sent();
      toast.success(base ? t("saved") : t("created"));
      if (!secret) onClose();
    },
    read: async () => {
      const now = await client.fetchQuery({ ...queryOf("/webhooks"), staleTime: 0 });
      return now.find(({ id }) => id === base?.id);
    },
    failed: (error) => toast.error(t("saveFailed", { reason: errorText(error) })),
    stale: ["/webhooks"],
  });
  const refused = fieldErrors(save.error);
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
  const url = (
    <bdi dir="ltr" className="wrap-anywhere">
      {form.storedUrl}
    </bdi>
  );
  return (
    <FormDialog
      size="lg"
      title={base ? t("change") : t("newWebhook")}
      submit={base ? t("save") : t("create")}
      busy={save.isPending}
      kept={kept}
      onSubmit={() => save.mutate(record.shown())}
      onClose={onClose}
    >
      <RecordConflict
        form={record}
        error={save.error}
        what={t("thisWebhook")}
        labels={labels()}
        shown={(value, name) => shown(value, name, all)}
      />
      {!base && <ReceiverField {...{ form, set }} />}
      <Field label={t("name")} error={refused.name} required>
        <Input value={form.name} autoComplete="off" onChange={(event) => set({ name: event.target.value })} />
      </Field>
      <Field
        label={t("address")}
        hint={base ? t.rich("storedAddress", { url }) : t("ofReceiver")}
        error={refused.url}
        required={!base}
      >
        <Input
          type="url"
          value={form.url}
          autoComplete="off"
          placeholder={presetOf(form).hint}
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
      <MessageFields {...{ form, set, webhook: base, refused }} />
    </FormDialog>
  );
}
