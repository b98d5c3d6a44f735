import { useQueryClient } from "@tanstack/react-query";
import { api, errorText } from "@/api/client";
import type { User } from "@/api/types";
import { refreshAdmins } from "@/features/staff-shared/admins";
import { useSend } from "@/lib/useSend";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { toast } from "@/ui/toast";
import { t } from "./texts";

export type StaffRole = "admin" | "reviewer" | "staff";

const WORDS = {
  admin: {
    can: "adminCan",
    done: "isAdmin",
    confirm: "makeAdmin",
  },
  reviewer: {
    can: "reviewerCan",
    done: "isReviewer",
    confirm: "makeReviewer",
  },
  staff: {
    can: "staffCan",
    done: "isStaff",
    confirm: "makeStaff",
  },
} as const satisfies Record<StaffRole, unknown>;

/** By what the account is and what it becomes; an account does not become what it is. */
const QUESTIONS = {
  admin: { admin: "adminToStaff", reviewer: "adminToReviewer", staff: "adminToStaff" },
  reviewer: { admin: "reviewerToAdmin", reviewer: "reviewerToStaff", staff: "reviewerToStaff" },
  person: { admin: "personToAdmin", reviewer: "personToReviewer", staff: "personToReviewer" },
} as const;

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
      toast.success(t(WORDS[role].done));
      onClose();
    },
    onError: (error) => toast.error(t("changeFailed", { reason: errorText(error) })),
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(QUESTIONS[before][role])}
      description={t.rich(
        role === "admin" && account.role !== "admin" ? "adminCanRolesEnd" : WORDS[role].can,
        {
          name: <bdi>{account.full_name}</bdi>,
        },
      )}
      confirmLabel={t(WORDS[role].confirm)}
      busy={change.isPending}
      onConfirm={() => change.mutate()}
    />
  );
}
