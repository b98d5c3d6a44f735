import { useQueryClient } from "@tanstack/react-query";
import { Ban, BarChart3, Link2Off, MonitorPlay, MoreHorizontal, Send } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { api, errorText } from "@/api/client";
import { INVITES } from "@/api/groups";
import { invalidate } from "@/api/query";
import type { Invite } from "@/api/types";
import { useSend } from "@/lib/useSend";
import { Button, IconButton } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { CopyButton } from "@/ui/CopyButton";
import { Menu, type MenuItem } from "@/ui/Menu";
import { toast } from "@/ui/toast";
import { t } from "./list-texts";
import { useResend } from "./useResend";

export function InviteActions({ invite }: { invite: Invite }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [revoking, setRevoking] = useState(false);
  const resend = useResend(invite);
  const revoke = useSend({
    mutationFn: () => api.post("/invites/{id}/revoke", { path: { id: invite.id } }),
    onSuccess: () => {
      toast.success(t("revoked"));
      setRevoking(false);
      void invalidate(client, "/admin/overview", ...INVITES);
    },
    onError: (error) => toast.error(t("revokeFailed", { reason: errorText(error) })),
  });
  const icon = "size-4";
  const items: MenuItem[] = [];
  if (invite.status === "in_progress")
    items.push({
      label: t("monitor"),
      icon: <MonitorPlay aria-hidden="true" className={icon} />,
      onSelect: () => navigate(`/monitoring?invite=${invite.id}`),
    });
  if (invite.submission_id)
    items.push({
      label: t("viewResult"),
      icon: <BarChart3 aria-hidden="true" className={icon} />,
      onSelect: () => navigate(`/admin?tab=results&result=${invite.submission_id}`),
    });
  const waiting = invite.status === "sent" || invite.status === "scheduled";
  if (waiting)
    items.push({
      label: t("resend"),
      icon: <Send aria-hidden="true" className={`rtl:-scale-x-100 ${icon}`} />,
      onSelect: () => resend.mutate(),
    });
  if (waiting)
    items.push({
      label: t("revoke"),
      danger: true,
      icon: <Ban aria-hidden="true" className={icon} />,
      onSelect: () => setRevoking(true),
    });
  return (
    <div className="flex items-center justify-end gap-1">
      {invite.invite_url && (waiting || invite.status === "in_progress") && (
        // The icon alone in a table on a narrow desk.
        <span title={t("copyLink")} className="lg:max-[100rem]:[&_button>span]:sr-only">
          <CopyButton text={invite.invite_url} label={t("copyLink")} />
        </span>
      )}
      {!invite.invite_url && waiting && (
        <Button
          variant="ghost"
          size="sm"
          title={t("linkLost")}
          icon={Link2Off}
          busy={resend.isPending}
          onClick={() => resend.mutate()}
        >
          {t("createLink")}
        </Button>
      )}
      {items.length > 0 ? (
        <Menu
          items={items}
          trigger={
            <IconButton label={t("moreActions", { name: invite.applicant_name })}>
              <MoreHorizontal aria-hidden="true" className={icon} />
            </IconButton>
          }
        />
      ) : (
        <span aria-hidden="true" className="w-10 shrink-0 sm:w-9" />
      )}
      <ConfirmDialog
        open={revoking}
        onOpenChange={setRevoking}
        title={t("revokeQuestion")}
        description={t.rich("revokeText", {
          name: <bdi>{invite.applicant_name}</bdi>,
          test: <bdi>{invite.test_title}</bdi>,
        })}
        confirmLabel={t("revokeInvitation")}
        danger
        busy={revoke.isPending}
        onConfirm={() => revoke.mutate()}
      />
    </div>
  );
}
