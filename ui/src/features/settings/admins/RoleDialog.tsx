import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, errorText } from "@/api/client";
import type { User } from "@/api/types";
import { refreshAdmins } from "@/features/staff-shared/admins";
import { useSend } from "@/lib/useSend";
import { ChangedChoice } from "@/ui/Changed";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { changedByOther } from "@/ui/changed";
import { toast } from "@/ui/toast";
import { ByGroups } from "./ByGroups";
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

const roleOf = ({ role }: User): StaffRole => (role === "reviewer" || role === "staff" ? role : "admin");

interface Props {
  /** As it is listed now. */
  account: User;
  role: StaffRole;
  onClose: () => void;
}

/** Asks before an account of staff gets another role. */
export function RoleDialog({ account, role, onClose }: Props) {
  const client = useQueryClient();
  // As it was when it was asked for: a list that is read again meanwhile approves nothing.
  const [asked, setAsked] = useState(account);
  const before = asked.role === "reviewer" ? "reviewer" : asked.role === "staff" ? "person" : "admin";
  const change = useSend({
    mutationFn: ({ id, version }: User) =>
      api.put("/admin/change-role/{admin_id}", {
        path: { admin_id: id },
        body: { role, version: version ?? null },
      }),
    onSuccess: () => {
      void refreshAdmins(client);
      toast.success(t(WORDS[role].done));
      onClose();
    },
    onError: async (error) => {
      // Read before it is said: the choice shows what the account is now.
      if (changedByOther(error)) await refreshAdmins(client);
      else toast.error(t("changeFailed", { reason: errorText(error) }));
    },
  });
  const conflict = changedByOther(change.error);
  const keepMine = () => {
    setAsked(account);
    change.mutate(account);
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(QUESTIONS[before][role])}
      description={t.rich(role === "admin" && asked.role !== "admin" ? "adminCanRolesEnd" : WORDS[role].can, {
        name: <bdi>{asked.full_name}</bdi>,
      })}
      confirmLabel={t(WORDS[role].confirm)}
      busy={change.isPending}
      disabled={conflict !== null}
      onConfirm={() => change.mutate(asked)}
    >
      <ByGroups account={asked} />
      {conflict && (
        <ChangedChoice change={conflict} what={t("thisRole")} onTheirs={onClose} onMine={keepMine}>
          {t("bothRoles", { now: t(roleOf(account)), mine: t(role) })}
        </ChangedChoice>
      )}
    </ConfirmDialog>
  );
}
