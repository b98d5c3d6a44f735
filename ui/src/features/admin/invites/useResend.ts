import { useQueryClient } from "@tanstack/react-query";
import { api, errorText } from "@/api/client";
import { INVITES } from "@/api/groups";
import { invalidate } from "@/api/query";
import type { Invite } from "@/api/types";
import { useSend } from "@/lib/useSend";
import { toast } from "@/ui/toast";

/** Resends an invitation's mail and shows the outcome. */
export function useResend(invite: Invite) {
  const client = useQueryClient();
  return useSend({
    mutationFn: () => api.post("/invites/{id}/retry-email", { path: { id: invite.id } }),
    onSuccess: ({ email_sent, detail }) => {
      if (email_sent) toast.success("Email sent successfully!");
      else
        toast.error(
          `Failed to send email. Please check your email settings.${detail ? ` The server said: ${detail}` : ""}`,
        );
    },
    onError: (error) => toast.error(`Failed to retry email: ${errorText(error)}`),
    onSettled: () => invalidate(client, ...INVITES),
  });
}
