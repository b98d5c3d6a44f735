import { useQueryClient } from "@tanstack/react-query";
import { api, errorText, fieldErrors } from "@/api/client";
import { invalidate } from "@/api/query";
import type { SessionPerson } from "@/api/types";
import { useKept } from "@/lib/kept/useKept";
import { useSend } from "@/lib/useSend";
import { Field } from "@/ui/Field";
import { FormDialog } from "@/ui/FormDialog";
import { Input } from "@/ui/Input";
import { toast } from "@/ui/toast";
import { t } from "./texts";

/** Maximum characters; the server rejects more. */
const REASON_MAX = 200;

interface Props {
  session: string;
  person: SessionPerson;
  onClose: () => void;
}

/** Asks someone who waits for new pictures, with a reason or without. */
export function AskAgainDialog({ session, person, onClose }: Props) {
  const client = useQueryClient();
  const [reason, setReason, kept] = useKept(`new pictures ${person.invite_id}`, "");
  const ask = useSend({
    mutationFn: () =>
      api.post("/sessions/{id}/people/{invite_id}/identity", {
        path: { id: session, invite_id: person.invite_id },
        body: { reason: reason.trim() },
      }),
    onSuccess: () => {
      kept.sent();
      toast.success(t("askedAgain"));
      onClose();
    },
    onError: (error) => toast.error(t("askAgainFailed", { reason: errorText(error) })),
    onSettled: () => invalidate(client, "/sessions/{id}/people"),
  });
  return (
    <FormDialog
      size="sm"
      title={t("askAgain")}
      description={t.rich("askAgainText", { name: <bdi>{person.applicant_name}</bdi> })}
      submit={t("askAgain")}
      busy={ask.isPending}
      kept={kept}
      onSubmit={() => ask.mutate()}
      onClose={onClose}
    >
      <Field label={t("askAgainReason")} hint={t("askAgainHint")} error={fieldErrors(ask.error).reason}>
        <Input
          autoComplete="off"
          dir="auto"
          maxLength={REASON_MAX}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
    </FormDialog>
  );
}
