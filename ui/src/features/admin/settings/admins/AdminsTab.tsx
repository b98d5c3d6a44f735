import { useQueryClient } from "@tanstack/react-query";
import { KeyRound, ShieldAlert, ShieldCheck, Trash2, UserRoundPlus } from "lucide-react";
import { useState } from "react";
import { api, errorText } from "@/api/client";
import { invalidate } from "@/api/query";
import type { User } from "@/api/types";
import { formatDate } from "@/lib/format";
import { useSend } from "@/lib/useSend";
import { useSession } from "@/stores/session";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { ChangePasswordDialog } from "@/ui/ChangePasswordDialog";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { ErrorState } from "@/ui/ErrorState";
import { Person } from "@/ui/Person";
import { SkeletonList } from "@/ui/Skeleton";
import { toast } from "@/ui/toast";
import { useFailureToast } from "@/ui/useFailureToast";
import { CreateAdminDialog } from "./CreateAdminDialog";
import { useAdmins, useFirstAdmin } from "./queries";

type Asked = { kind: "create" } | { kind: "password" | "delete"; admin: User } | null;

function Restricted({ first }: { first: string | undefined }) {
  return (
    <div role="note" className="toned tone-red flex gap-3 rounded-control p-4 text-sm">
      <ShieldAlert aria-hidden="true" className="size-5 shrink-0" />
      <p>
        <span className="block font-medium">Access Restricted</span>
        Only the superadmin{first && <bdi> ({first})</bdi>} creates admins, changes their passwords and
        deletes them.
      </p>
    </div>
  );
}

interface RowProps {
  admin: User;
  allowed: boolean;
  own: boolean;
  onAsk: (kind: "password" | "delete") => void;
}

function Row({ admin, allowed, own, onAsk }: RowProps) {
  const off = !allowed || admin.is_first_admin;
  const why = admin.is_first_admin
    ? "The superadmin cannot be changed here"
    : allowed
      ? undefined
      : "Only the superadmin may do this";
  return (
    <li className="grid gap-3 px-4 py-3 sm:grid-cols-[1fr_auto] sm:items-center">
      <div className="min-w-0">
        <Person name={admin.full_name} email={admin.email} />
        <div className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 pl-12">
          {admin.is_first_admin && (
            <Badge tone="blue" icon={<ShieldCheck aria-hidden="true" className="size-3" />}>
              Superadmin
            </Badge>
          )}
          {own && <Badge>You</Badge>}
          <span className="text-muted text-xs tabular-nums">Since {formatDate(admin.created_at)}</span>
        </div>
      </div>
      <div className="flex gap-1 max-sm:pl-12">
        <Button
          variant="secondary"
          size="sm"
          disabled={off}
          title={why}
          icon={<KeyRound aria-hidden="true" className="size-3.5" />}
          onClick={() => onAsk("password")}
        >
          Change Password
        </Button>
        <Button
          variant="ghost"
          size="sm"
          disabled={off || own}
          title={why}
          className="text-error! hover:bg-error/8!"
          icon={<Trash2 aria-hidden="true" className="size-3.5" />}
          onClick={() => onAsk("delete")}
        >
          Delete
        </Button>
      </div>
    </li>
  );
}

export function AdminsTab() {
  const client = useQueryClient();
  const self = useSession((state) => state.user?.id);
  const { data, error, refetch, isFetching } = useAdmins();
  const first = useFirstAdmin();
  const [asked, setAsked] = useState<Asked>(null);
  useFailureToast(error && !data, `Failed to load admins: ${errorText(error)}`);
  const allowed = first.data?.is_first_admin === true;
  const remove = useSend({
    mutationFn: (admin: User) => api.delete("/admin/delete-admin/{id}", { path: { id: admin.id } }),
    onSuccess: () => {
      void invalidate(client, "/admin/list-admins", "/admin/is-first-admin");
      toast.success("Admin deleted successfully!");
      setAsked(null);
    },
    onError: (failure) => toast.error(`Failed to delete admin: ${errorText(failure)}`),
  });
  return (
    <div className="space-y-4">
      {first.data && !allowed && <Restricted first={first.data.first_admin?.full_name} />}
      <div className="flex justify-end">
        <Button
          disabled={!allowed}
          icon={<UserRoundPlus aria-hidden="true" className="size-4" />}
          onClick={() => setAsked({ kind: "create" })}
        >
          Create New Admin
        </Button>
      </div>
      <div className="overflow-hidden rounded-card border border-line">
        {error && !data && (
          <ErrorState
            title="The admins could not be loaded"
            detail={errorText(error)}
            onRetry={() => void refetch()}
            busy={isFetching}
          />
        )}
        {!data && !error && <SkeletonList rows={3} label="Loading admins" />}
        {data && (
          <ul aria-label="Admins" className="divide-y divide-line">
            {data.map((admin) => (
              <Row
                key={admin.id}
                admin={admin}
                allowed={allowed}
                own={admin.id === self}
                onAsk={(kind) => setAsked({ kind, admin })}
              />
            ))}
          </ul>
        )}
      </div>
      {asked?.kind === "create" && <CreateAdminDialog onClose={() => setAsked(null)} />}
      {asked?.kind === "password" && (
        <ChangePasswordDialog admin={asked.admin} onClose={() => setAsked(null)} />
      )}
      <ConfirmDialog
        open={asked?.kind === "delete"}
        onOpenChange={(open) => !open && setAsked(null)}
        title="Delete this admin?"
        description={
          asked?.kind === "delete" && (
            <>
              <bdi>{asked.admin.full_name}</bdi> is signed out and cannot sign in any more. Tests, invites and
              reviews stay.
            </>
          )
        }
        confirmLabel="Delete admin"
        danger
        busy={remove.isPending}
        onConfirm={() => asked?.kind === "delete" && remove.mutate(asked.admin)}
      />
    </div>
  );
}
