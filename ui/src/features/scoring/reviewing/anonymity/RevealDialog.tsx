import { useQueryClient } from "@tanstack/react-query";
import { api, errorText, fieldErrors } from "@/api/client";
import { NAMED } from "@/api/groups";
import { invalidate } from "@/api/query";
import { useKept } from "@/lib/kept/useKept";
import { useSend } from "@/lib/useSend";
import { Field } from "@/ui/Field";
import { FormDialog } from "@/ui/FormDialog";
import { Textarea } from "@/ui/Textarea";
import { toast } from "@/ui/toast";
import { t } from "../texts";

const REASON_MAX = 500;

/** Shows the names of an anonymous test again, with a reason for the audit log. */
export function RevealDialog({ test, onClose }: { test: string; onClose: () => void }) {
  const client = useQueryClient();
  const [reason, setReason, kept] = useKept(`reveal names ${test}`, "");
  const reveal = useSend({
    mutationFn: () =>
      api.post("/tests/{id}/reveal-names", { path: { id: test }, body: { reason: reason.trim() } }),
    onSuccess: () => {
      void invalidate(client, ...NAMED);
      toast.success(t("namesShown"));
      kept.sent();
      onClose();
    },
    onError: (error) => {
      void invalidate(client, "/tests/{id}/anonymous");
      toast.error(t("revealFailed", { reason: errorText(error) }));
    },
  });
  const refused = fieldErrors(reveal.error).reason;
  return (
    <FormDialog
      size="sm"
      locked={reveal.isPending}
      title={t("revealTitle")}
      description={t("revealText")}
      submit={t("revealTitle")}
      busy={reveal.isPending}
      disabled={reason.trim() === ""}
      kept={kept}
      onSubmit={() => {
        if (reason.trim() !== "") reveal.mutate();
      }}
      onClose={onClose}
    >
      <Field label={t("reason")} error={refused} required>
        <Textarea
          rows={2}
          maxLength={REASON_MAX}
          value={reason}
          placeholder={t("allAnswersScored")}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
    </FormDialog>
  );
}
