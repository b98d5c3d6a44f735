import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Ban, MonitorPlay, MoreHorizontal } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { api, errorText } from "@/api/client";
import type { Invite } from "@/api/types";
import { Button, IconButton } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { CopyButton } from "@/ui/CopyButton";
import { Menu } from "@/ui/Menu";
import { toast } from "@/ui/toast";

export function InviteActions({ invite }: { invite: Invite }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [revoking, setRevoking] = useState(false);
  const revoke = useMutation({
    mutationFn: () => api.post<Invite>(`/invites/${invite.id}/revoke`),
    onSuccess: () => {
      toast.success("Invitation revoked");
      setRevoking(false);
      for (const key of ["invites", "overview"]) void client.invalidateQueries({ queryKey: [key] });
    },
    onError: (error) => toast.error(`Failed to revoke the invitation: ${errorText(error)}`),
  });
  const open = invite.status === "sent" || invite.status === "scheduled";
  return (
    <div className="flex items-center justify-end gap-1">
      {invite.status === "completed" && invite.submission_id && (
        <Button
          variant="ghost"
          size="sm"
          onClick={() => navigate(`/admin?tab=results&result=${invite.submission_id}`)}
        >
          View result
        </Button>
      )}
      {invite.status === "in_progress" && (
        <Button
          variant="ghost"
          size="sm"
          icon={<MonitorPlay aria-hidden="true" className="size-4" />}
          onClick={() => navigate(`/monitoring?invite=${invite.id}`)}
        >
          Monitor
        </Button>
      )}
      <CopyButton text={invite.invite_url} label="Copy link" />
      {open && (
        <Menu
          trigger={
            <IconButton label={`More actions for ${invite.applicant_name}`}>
              <MoreHorizontal aria-hidden="true" className="size-4" />
            </IconButton>
          }
          items={[
            {
              label: "Revoke",
              danger: true,
              icon: <Ban aria-hidden="true" className="size-4" />,
              onSelect: () => setRevoking(true),
            },
          ]}
        />
      )}
      <ConfirmDialog
        open={revoking}
        onOpenChange={setRevoking}
        title="Revoke this invitation?"
        description={
          <>
            The link of <bdi>{invite.applicant_name}</bdi> to “<bdi>{invite.test_title}</bdi>” stops working
            at once. A new invitation can be sent later.
          </>
        }
        confirmLabel="Revoke invitation"
        danger
        busy={revoke.isPending}
        onConfirm={() => revoke.mutate()}
      />
    </div>
  );
}
