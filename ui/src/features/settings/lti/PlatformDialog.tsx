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
      toast.success("Platform saved");
      onClose();
    },
    onError: (error) => toast.error(`Failed to save: ${errorText(error)}`),
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
      title={platform ? `Edit ${platform.name}` : "Add platform"}
      submit="Save platform"
      busy={save.isPending}
      kept={kept}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      {text("id", "Id", "Lower-case letters, digits and hyphens")}
      {text("name", "Name")}
      {text("issuer", "Issuer", "Platform ID in Moodle; exactly as the platform names itself")}
      {text("clientId", "Client id", "The platform gives it when this server is registered there")}
      <Field label="Deployment ids" hint="One on each line" error={refused.deployments} required>
        <Textarea
          value={form.deployments}
          onChange={(event) => setForm({ ...form, deployments: event.target.value })}
        />
      </Field>
      {text("authUrl", "Authentication request address")}
      {text("tokenUrl", "Access token address")}
      {text("keysUrl", "Public keyset address")}
      <Field
        label="Tests"
        hint="Ids of the tests that courses may use, one on each line; empty for all"
        error={refused.tests}
      >
        <Textarea value={form.tests} onChange={(event) => setForm({ ...form, tests: event.target.value })} />
      </Field>
    </FormDialog>
  );
}
