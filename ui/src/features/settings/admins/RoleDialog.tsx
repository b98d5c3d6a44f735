import { useQueryClient } from "@tanstack/react-query";
import { api, errorText } from "@/api/client";
import type { User } from "@/api/types";
import { refreshAdmins } from "@/features/staff-shared/admins";
import { useSend } from "@/lib/useSend";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { toast } from "@/ui/toast";

export type StaffRole = "admin" | "reviewer" | "staff";

const WORDS: Record<StaffRole, { as: string; can: string; done: string; confirm: string }> = {
  admin: {
    as: "an admin",
    can: "can see and change everything except other admins",
    done: "The account is an admin now",
    confirm: "Make admin",
  },
  reviewer: {
    as: "a reviewer",
    can: "can only see and score assigned answers",
    done: "The account is a reviewer now",
    confirm: "Make reviewer",
  },
  staff: {
    as: "staff",
    can: "can only do what the account is given roles for",
    done: "The account is staff now",
    confirm: "Make staff",
  },
};

interface Props {
  account: User;
  role: StaffRole;
  onClose: () => void;
}

/** Asks before an account of staff gets another role. */
export function RoleDialog({ account, role, onClose }: Props) {
  const client = useQueryClient();
  const before = account.role === "reviewer" ? "reviewer" : account.role === "staff" ? "person" : "admin";
  const change = useSend({
    mutationFn: () =>
      api.put("/admin/change-role/{admin_id}", { path: { admin_id: account.id }, body: { role } }),
    onSuccess: () => {
      void refreshAdmins(client);
      toast.success(WORDS[role].done);
      onClose();
    },
    onError: (error) => toast.error(`Failed to change the role: ${errorText(error)}`),
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Make this ${before} ${WORDS[role].as}?`}
      description={
        <>
          <bdi>{account.full_name}</bdi> is signed out and then {WORDS[role].can}.
          {role === "admin" && account.role !== "admin" && " Roles that were given end."}
        </>
      }
      confirmLabel={WORDS[role].confirm}
      busy={change.isPending}
      onConfirm={() => change.mutate()}
    />
  );
}
