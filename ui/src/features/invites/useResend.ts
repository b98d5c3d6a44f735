import { useQueryClient } from "@tanstack/react-query";
import { api, errorText } from "@/api/client";
import { INVITES } from "@/api/groups";
import { invalidate } from "@/api/query";
import type { Invite } from "@/api/types";
import { mayHaveArrived, outcomeOf, stillSending } from "@/features/staff-shared/email-labels";
import { serverWords } from "@/lib/server-words";
import { useSend } from "@/lib/useSend";
import { toast } from "@/ui/toast";
import { t } from "./list-texts";

/** Resends an invitation's mail and shows the outcome. */
export function useResend(invite: Invite) {
  const client = useQueryClient();
  return useSend({
    mutationFn: () => api.post("/invites/{id}/retry-email", { path: { id: invite.id } }),
    onSuccess: (reply) => {
      const outcome = outcomeOf(reply);
      if (outcome === "sent") toast.success(t("resent"));
      else if (outcome === "sending") toast.info(stillSending());
      else if (outcome === "unconfirmed") toast.warning(mayHaveArrived());
      else
        toast.error(
          reply.detail ? t("resendFailedWith", { reason: serverWords(reply.detail) }) : t("resendFailed"),
        );
    },
    onError: (error) => toast.error(t("retryFailed", { reason: errorText(error) })),
    onSettled: () => invalidate(client, ...INVITES),
  });
}
