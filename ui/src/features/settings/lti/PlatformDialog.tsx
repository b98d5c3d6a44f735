import { useQueryClient } from "@tanstack/react-query";
import { api, errorText, fieldErrors } from "@/api/client";
import { invalidate } from "@/api/query";
import { useKept } from "@/lib/kept/useKept";
import { useSend } from "@/lib/useSend";
import { Field } from "@/ui/Field";
import { FormDialog } from "@/ui/FormDialog";
import { Input } from "@/ui/Input";
import { Textarea } from "@/ui/Textarea";
import { toast } from "@/ui/toast";
import { PLATFORM, PLATFORMS, type Platform, wordsOf } from "./platforms";
import { t } from "./texts";

const FRESH = { id: "", name: "", issuer: "", clientId: "", authUrl: "", tokenUrl: "", keysUrl: "" };
type Name = keyof typeof FRESH;

interface Props {
  /** Absent for a new one. */
  platform: Platform | undefined;
  onClose: () => void;
}

/** Adds a learning platform, or changes one. */
export function PlatformDialog({ platform, onClose }: Props) {
  const client = useQueryClient();
  const { id, name, issuer, clientId, authUrl, tokenUrl, keysUrl } = platform ?? FRESH;
  const [form, setForm, kept] = useKept(`platform ${id}`, {
    id,
    name,
    issuer,
    clientId,
    authUrl,
    tokenUrl,
    keysUrl,
    deployments: platform?.deployments.join("\n") ?? "",
    tests: platform?.tests?.join("\n") ?? "",
  });
  const save = useSend({
    mutationFn: () => {
      const { id: chosen, deployments, tests, ...values } = form;
      const ids = wordsOf(tests);
      // 0: it must not replace another one.
      const version = platform?.version ?? 0;
      return api.put(PLATFORM, {
        path: { id: chosen.trim() },
        body: {
          ...values,
          deployments: wordsOf(deployments),
          tests: ids.length > 0 ? ids : null,
          version,
        },
      });
    },
    onSuccess: () => {
      kept.sent();
      toast.success(t("saved"));
      onClose();
    },
    onError: (error) => toast.error(t("saveFailed", { reason: errorText(error) })),
    onSettled: () => invalidate(client, PLATFORMS),
  });
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
      kept={kept}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
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
      <Field label={t("tests")} hint={t("testsHint")} error={refused.tests}>
        <Textarea value={form.tests} onChange={(event) => setForm({ ...form, tests: event.target.value })} />
      </Field>
    </FormDialog>
  );
}
