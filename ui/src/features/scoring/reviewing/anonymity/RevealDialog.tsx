import { useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { ApiFailure, api, errorText } from "@/api/client";
import { NAMED } from "@/api/groups";
import { invalidate } from "@/api/query";
import { useKept } from "@/lib/kept/useKept";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Field } from "@/ui/Field";
import { Textarea } from "@/ui/Textarea";
import { TypedNotice } from "@/ui/TypedNotice";
import { toast } from "@/ui/toast";

const REASON_MAX = 500;

/** Shows the names of an anonymous test again, with a reason for the audit log. */
export function RevealDialog({ test, onClose }: { test: string; onClose: () => void }) {
  const client = useQueryClient();
  const formId = useId();
  const [reason, setReason, kept] = useKept(`reveal names ${test}`, "");
  const reveal = useSend({
    mutationFn: () =>
      api.post("/tests/{id}/reveal-names", { path: { id: test }, body: { reason: reason.trim() } }),
    onSuccess: () => {
      void invalidate(client, ...NAMED);
      toast.success("The names are shown");
      kept.sent();
      onClose();
    },
    onError: (error) => {
      void invalidate(client, "/tests/{id}/anonymous");
      toast.error(`Failed to reveal the names: ${errorText(error)}`);
    },
  });
  const refused = reveal.error instanceof ApiFailure ? reveal.error.fields.reason : undefined;
  return (
    <Dialog
      open
      size="sm"
      locked={reveal.isPending}
      onOpenChange={(open) => !open && onClose()}
      title="Reveal names"
      description="All administrators see the names of this test from now on. Shared links stay without names. The audit log keeps who did it, and why."
      footer={
        <>
          <Button variant="secondary" disabled={reveal.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={reveal.isPending} disabled={reason.trim() === ""}>
            Reveal names
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (reason.trim() !== "") reveal.mutate();
        }}
      >
        <TypedNotice kept={kept} />
        <Field label="Reason" error={refused} required>
          <Textarea
            rows={2}
            maxLength={REASON_MAX}
            value={reason}
            placeholder="All answers are scored"
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  );
}
