import { useQueryClient } from "@tanstack/react-query";
import { api, errorText, fieldErrors } from "@/api/client";
import { queryOf } from "@/api/query";
import { useTests } from "@/features/staff-shared/queries";
import { type OnRecord, useKeptRecord } from "@/lib/kept/useKeptRecord";
import { useSendRecord } from "@/lib/kept/useSendRecord";
import { Field } from "@/ui/Field";
import { FormDialog } from "@/ui/FormDialog";
import { Input } from "@/ui/Input";
import { Textarea } from "@/ui/Textarea";
import { toast } from "@/ui/toast";
import { ScopeField } from "../admins/roles/ScopeField";
import { titlesOf } from "../conflicts";
import { RecordConflict } from "../RecordConflict";
import { PLATFORM, PLATFORMS, type Platform, wordsOf } from "./platforms";
import { t } from "./texts";

const FRESH = { id: "", name: "", issuer: "", clientId: "", authUrl: "", tokenUrl: "", keysUrl: "" };
type Name = keyof typeof FRESH;

const LABELS = [
  "name",
  "issuer",
  "clientId",
  "deployments",
  "authUrl",
  "tokenUrl",
  "keysUrl",
  "tests",
] as const;
const labels = () => Object.fromEntries(LABELS.map((name) => [name, t(name)]));

function valuesOf(platform: Platform | undefined) {
  const { id, name, issuer, clientId, authUrl, tokenUrl, keysUrl } = platform ?? FRESH;
  return {
    ...{ id, name, issuer, clientId, authUrl, tokenUrl, keysUrl },
    deployments: platform?.deployments.join("\n") ?? "",
    tests: platform?.tests ?? null,
  };
}
type Values = ReturnType<typeof valuesOf>;

interface Props {
  /** Absent for a new one. */
  platform: Platform | undefined;
  onClose: () => void;
}

/** Adds a learning platform, or changes one. */
export function PlatformDialog({ platform, onClose }: Props) {
  const client = useQueryClient();
  const form = useKeptRecord(`platform ${platform?.id ?? ""}`, platform, valuesOf);
  const { values, set, base, kept } = form;
  const known = useTests();
  const all = known.data?.pages.flatMap(({ items }) => items) ?? [];
  const save = useSendRecord(form, {
    // 0: it must not replace another one.
    put: ({ values: { id, deployments, ...rest }, version }: OnRecord<typeof platform, Values>) =>
      api.put(PLATFORM, {
        path: { id: id.trim() },
        body: { ...rest, deployments: wordsOf(deployments), version },
      }),
    done: () => {
      kept.sent();
      toast.success(t("saved"));
      onClose();
    },
    read: async () => {
      const { platforms } = await client.fetchQuery({ ...queryOf(PLATFORMS), staleTime: 0 });
      return platforms.find(({ id }) => id === base?.id);
    },
    failed: (error) => toast.error(t("saveFailed", { reason: errorText(error) })),
    stale: [PLATFORMS],
  });
  const shown = (value: unknown) =>
    Array.isArray(value)
      ? titlesOf(value, all)
      : value === null
        ? t("allTests")
        : wordsOf(String(value)).join(", ");
  const refused = fieldErrors(save.error);
  const text = (field: Name, title: string, hint?: string) => (
    <Field label={title} hint={hint} error={refused[field]} required>
      <Input
        value={values[field]}
        autoComplete="off"
        disabled={field === "id" && platform !== undefined}
        onChange={(event) => set({ ...values, [field]: event.target.value })}
      />
    </Field>
  );
  return (
    <FormDialog
      title={platform ? t("editNamed", { name: platform.name }) : t("add")}
      submit={t("save")}
      busy={save.isPending}
      disabled={values.tests?.length === 0}
      kept={kept}
      onSubmit={() => save.mutate(form.shown())}
      onClose={onClose}
    >
      <RecordConflict
        form={form}
        error={save.error}
        what={t("thisPlatform")}
        labels={labels()}
        shown={shown}
      />
      {text("id", t("id"), t("idHint"))}
      {text("name", t("name"))}
      {text("issuer", t("issuer"), t("issuerHint"))}
      {text("clientId", t("clientId"), t("clientIdHint"))}
      <Field label={t("deployments")} hint={t("oneOnEachLine")} error={refused.deployments} required>
        <Textarea
          value={values.deployments}
          onChange={(event) => set({ ...values, deployments: event.target.value })}
        />
      </Field>
      {text("authUrl", t("authUrl"))}
      {text("tokenUrl", t("tokenUrl"))}
      {text("keysUrl", t("keysUrl"))}
      <ScopeField
        label={t("activities")}
        inSentence={t("theActivities")}
        tests={values.tests}
        all={all}
        onChange={(tests) => set({ ...values, tests })}
      />
    </FormDialog>
  );
}
