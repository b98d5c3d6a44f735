import { useQueryClient } from "@tanstack/react-query";
import { api, errorText } from "@/api/client";
import { INVITES } from "@/api/groups";
import { invalidate } from "@/api/query";
import type { Invite } from "@/api/types";
import { MAY_HAVE_ARRIVED, outcomeOf, STILL_SENDING } from "@/features/staff-shared/email-labels";
import { useSend } from "@/lib/useSend";
import { toast } from "@/ui/toast";

/** Resends an invitation's mail and shows the outcome. */
export function useResend(invite: Invite) {
  const client = useQueryClient();
  return useSend({
    mutationFn: () => api.post("/invites/{id}/retry-email", { path: { id: invite.id } }),
    onSuccess: (reply) => {
      const outcome = outcomeOf(reply);
      if (outcome === "sent") toast.success("Email sent successfully!");
      else if (outcome === "sending") toast.info(STILL_SENDING);
      else if (outcome === "unconfirmed") toast.warning(MAY_HAVE_ARRIVED);
      else
        toast.error(
          `Failed to send email. Please check your email settings.${reply.detail ? ` The server said: ${reply.detail}` : ""}`,
        );
    },
    onError: (error) => toast.error(`Failed to retry email: ${errorText(error)}`),
    onSettled: () => invalidate(client, ...INVITES),
  });
}
