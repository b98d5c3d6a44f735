import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, errorText, fieldErrors } from "@/api/client";
import { invalidate, queryOf } from "@/api/query";
import { useTests } from "@/features/staff-shared/queries";
import { onTop } from "@/lib/kept/onTop";
import { useKept } from "@/lib/kept/useKept";
import { useSend } from "@/lib/useSend";
import { changedByOther } from "@/ui/changed";
import { Field } from "@/ui/Field";
import { FormDialog } from "@/ui/FormDialog";
import { Input } from "@/ui/Input";
import { Textarea } from "@/ui/Textarea";
import { toast } from "@/ui/toast";
import { ScopeField } from "../admins/roles/ScopeField";
import { SettingsConflict } from "../SettingsConflict";
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

/** Fields that another administrator has changed since this form was opened. */
function differences(base: Platform, theirs: Platform, mine: Values, titleOf: (id: string) => string) {
  const [before, now] = [valuesOf(base), valuesOf(theirs)];
  const shown = ({ tests, ...values }: Values, name: (typeof LABELS)[number]) =>
    name === "tests" ? (tests?.map(titleOf).join(", ") ?? t("allTests")) : wordsOf(values[name]).join(", ");
  return LABELS.filter((name) => shown(before, name) !== shown(now, name)).map((name) => ({
    name,
    theirs: shown(now, name),
    ...(shown(mine, name) !== shown(before, name) && { mine: shown(mine, name) }),
  }));
}

interface Props {
  /** Absent for a new one. */
  platform: Platform | undefined;
  onClose: () => void;
}

/** Adds a learning platform, or changes one. */
export function PlatformDialog({ platform, onClose }: Props) {
  const client = useQueryClient();
  const [base, setBase] = useState(platform);
  const [theirs, setTheirs] = useState<Platform>();
  const [form, setForm, kept] = useKept(`platform ${platform?.id ?? ""}`, valuesOf(platform), {
    ...(platform && { version: platform.version }),
  });
  const known = useTests();
  const all = known.data?.pages.flatMap(({ items }) => items) ?? [];
  const save = useSend({
    mutationFn: () => {
      const { id: chosen, deployments, ...values } = form;
      // 0: it must not replace another one.
      const version = base?.version ?? 0;
      return api.put(PLATFORM, {
        path: { id: chosen.trim() },
        body: { ...values, deployments: wordsOf(deployments), version },
      });
    },
    onSuccess: () => {
      kept.sent();
      toast.success(t("saved"));
      onClose();
    },
    onError: async (error) => {
      if (!base || !changedByOther(error)) return toast.error(t("saveFailed", { reason: errorText(error) }));
      const now = await client.fetchQuery({ ...queryOf(PLATFORMS), staleTime: 0 });
      setTheirs(now.platforms.find(({ id }) => id === base.id));
    },
    onSettled: () => invalidate(client, PLATFORMS),
  });
  const take = (stored: Platform, values: Values) => {
    setBase(stored);
    setTheirs(undefined);
    setForm(values);
  };
  const refused = fieldErrors(save.error);
  const text = (field: Name, title: string, hint?: string) => (
    <Field label={title} hint={hint} error={refused[field]} required>
      <Input
        value={form[field]}
        autoComplete="off"
        disabled={field === "id" && platform !== undefined}
        onChange={(event) => setForm({ ...form, [field]: event.target.value })}
      />
    </Field>
  );
  return (
    <FormDialog
      title={platform ? t("editNamed", { name: platform.name }) : t("add")}
      submit={t("save")}
      busy={save.isPending}
      disabled={form.tests?.length === 0}
      kept={kept}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      {base && theirs && (
        <SettingsConflict
          by={changedByOther(save.error)?.by ?? ""}
          what={t("thisPlatform")}
          rows={differences(base, theirs, form, (id) => all.find((test) => test.id === id)?.title ?? id)}
          labels={labels()}
          onTake={() => take(theirs, valuesOf(theirs))}
          onKeep={() => take(theirs, onTop(valuesOf(base), valuesOf(theirs), form))}
        />
      )}
      {text("id", t("id"), t("idHint"))}
      {text("name", t("name"))}
      {text("issuer", t("issuer"), t("issuerHint"))}
      {text("clientId", t("clientId"), t("clientIdHint"))}
      <Field label={t("deployments")} hint={t("oneOnEachLine")} error={refused.deployments} required>
        <Textarea
          value={form.deployments}
          onChange={(event) => setForm({ ...form, deployments: event.target.value })}
        />
      </Field>
      {text("authUrl", t("authUrl"))}
      {text("tokenUrl", t("tokenUrl"))}
      {text("keysUrl", t("keysUrl"))}
      <ScopeField
        label={t("activities")}
        inSentence={t("theActivities")}
        tests={form.tests}
        all={all}
        onChange={(tests) => setForm({ ...form, tests })}
      />
    </FormDialog>
  );
}
