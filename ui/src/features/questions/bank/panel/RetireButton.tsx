import { useQueryClient } from "@tanstack/react-query";
import { Archive, ArchiveRestore } from "lucide-react";
import { useState } from "react";
import { api, errorText } from "@/api/client";
import { invalidate } from "@/api/query";
import type { BankQuestionDetail } from "@/api/types";
import { t } from "@/features/questions/bank/texts";
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
      toast.success(done.state === "retired" ? t("isRetired") : t("readyAgain"));
      void invalidate(client, ...BANK);
      onDone(done);
    },
    onError: (error) => toast.error(t("staysAsIs", { reason: errorText(error) })),
  });
  const used = question.used_in > 0 ? ` ${t("usedInTests", { count: question.used_in })}` : "";
  if (retired)
    return (
      <Button
        variant="secondary"
        className="me-auto"
        busy={send.isPending}
        icon={ArchiveRestore}
        onClick={() => send.mutate()}
      >
        {t("restore")}
      </Button>
    );
  return (
    <>
      <Button variant="ghost" className="me-auto" icon={Archive} onClick={() => setAsking(true)}>
        {t("retire")}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t("retireQuestion")}
        description={`${t("retireText")}${used}`}
        confirmLabel={t("retireConfirm")}
        busy={send.isPending}
        onConfirm={() => send.mutate()}
      />
    </>
  );
}
