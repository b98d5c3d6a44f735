import { useQueryClient } from "@tanstack/react-query";
import { api, errorText } from "@/api/client";
import type { User } from "@/api/types";
import { refreshAdmins } from "@/features/staff-shared/admins";
import { useSend } from "@/lib/useSend";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { toast } from "@/ui/toast";

/** Asks before an admin becomes a reviewer, or a reviewer an admin. */
export function RoleDialog({ account, onClose }: { account: User; onClose: () => void }) {
  const client = useQueryClient();
  const role = account.role === "reviewer" ? "admin" : "reviewer";
  const change = useSend({
    mutationFn: () =>
      api.put("/admin/change-role/{admin_id}", { path: { admin_id: account.id }, body: { role } }),
    onSuccess: () => {
      void refreshAdmins(client);
      toast.success(role === "admin" ? "The account is an admin now" : "The account is a reviewer now");
      onClose();
    },
    onError: (error) => toast.error(`Failed to change the role: ${errorText(error)}`),
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={role === "admin" ? "Make this reviewer an admin?" : "Make this admin a reviewer?"}
      description={
        <>
          <bdi>{account.full_name}</bdi> is signed out and then{" "}
          {role === "admin"
            ? "can see and change everything except other admins."
            : "can only see and score assigned answers."}
        </>
      }
      confirmLabel={role === "admin" ? "Make admin" : "Make reviewer"}
      busy={change.isPending}
      onConfirm={() => change.mutate()}
    />
  );
}
