import { useQueryClient } from "@tanstack/react-query";
import { api, errorText, fieldErrors } from "@/api/client";
import { invalidate } from "@/api/query";
import { useKept } from "@/lib/kept/useKept";
import { useSend } from "@/lib/useSend";
import { Field } from "@/ui/Field";
import { FormDialog } from "@/ui/FormDialog";
import { Input } from "@/ui/Input";
import { toast } from "@/ui/toast";
import { ShownOnce } from "../ShownOnce";
import { t } from "./texts";

/** Makes a token, and then shows it: the server keeps only its hash. */
export function CreateTokenDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [name, setName, kept] = useKept("runner token", "");
  const create = useSend({
    mutationFn: () => api.post("/admin/runners", { body: { name: name.trim() } }),
    onSuccess: () => {
      kept.sent();
      void invalidate(client, "/admin/runners");
    },
    onError: (error) => toast.error(t("createFailed", { reason: errorText(error) })),
  });
  const made = create.data;
  const refused = fieldErrors(create.error);
  if (made) {
    return (
      <ShownOnce
        title={t("tokenOf", { name: made.name })}
        description={t("shownOnce")}
        token={made.token}
        then={t("thenStart")}
        command={`invigil runner --server ${window.location.origin} --token-file FILE`}
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      size="sm"
      title={t("add")}
      submit={t("makeToken")}
      busy={create.isPending}
      kept={kept}
      onSubmit={() => {
        create.mutate();
      }}
      onClose={onClose}
    >
      <Field label={t("name")} hint={t("nameHint")} error={refused.name} required>
        <Input
          value={name}
          autoComplete="off"
          placeholder={t("nameExample")}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
    </FormDialog>
  );
}
