import { useQueryClient } from "@tanstack/react-query";
import { Archive, ArchiveRestore } from "lucide-react";
import { useState } from "react";
import { api, errorText } from "@/api/client";
import { invalidate } from "@/api/query";
import type { BankQuestionDetail } from "@/api/types";
import { plural } from "@/lib/format";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { toast } from "@/ui/toast";
import { BANK } from "../queries";

interface Props {
  question: BankQuestionDetail;
  onDone: (question: BankQuestionDetail) => void;
}

/** Takes a question out of use, or back into it. */
export function RetireButton({ question, onDone }: Props) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const retired = question.state === "retired";
  const send = useSend({
    mutationFn: () =>
      api.post(retired ? "/questions/{id}/restore" : "/questions/{id}/retire", { path: { id: question.id } }),
    onSuccess: (done) => {
      setAsking(false);
      toast.success(done.state === "retired" ? "The question is retired." : "The question is ready again.");
      void invalidate(client, ...BANK);
      onDone(done);
    },
    onError: (error) => toast.error(`The question stays as it is: ${errorText(error)}`),
  });
  const used = question.used_in > 0 ? ` It is used in ${plural(question.used_in, "test")}.` : "";
  if (retired)
    return (
      <Button
        variant="secondary"
        className="mr-auto"
        busy={send.isPending}
        icon={<ArchiveRestore aria-hidden="true" className="size-4" />}
        onClick={() => send.mutate()}
      >
        Restore
      </Button>
    );
  return (
    <>
      <Button
        variant="ghost"
        className="mr-auto"
        icon={<Archive aria-hidden="true" className="size-4" />}
        onClick={() => setAsking(true)}
      >
        Retire
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Retire this question?"
        description={`It is hidden from the bank and no longer drawn from pools. Results stay, and it can be restored.${used}`}
        confirmLabel="Retire question"
        busy={send.isPending}
        onConfirm={() => send.mutate()}
      />
    </>
  );
}
