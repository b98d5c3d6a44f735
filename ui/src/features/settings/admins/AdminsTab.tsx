import { useQueryClient } from "@tanstack/react-query";
import { ShieldAlert, UserRoundPlus } from "lucide-react";
import { useState } from "react";
import { api, errorText } from "@/api/client";
import type { User } from "@/api/types";
import {
  refreshAdmins,
  useAdmins,
  useFirstAdmin,
  useReviewers,
  useStaff,
} from "@/features/staff-shared/admins";
import { useSend } from "@/lib/useSend";
import { useSession } from "@/stores/session";
import { Button } from "@/ui/Button";
import { ChangePasswordDialog } from "@/ui/ChangePasswordDialog";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { QueryError } from "@/ui/QueryError";
import { SkeletonList } from "@/ui/Skeleton";
import { toast } from "@/ui/toast";
import { useFailureToast } from "@/ui/useFailureToast";
import { AdminRow, type Ask } from "./AdminRow";
import { CreateAdminDialog } from "./CreateAdminDialog";
import { RoleDialog } from "./RoleDialog";
import { useRoles } from "./roles/queries";
import { RolesDialog } from "./roles/RolesDialog";
import { t } from "./texts";

type Asked = { kind: "create" } | { kind: Ask; admin: User } | null;

function Restricted({ first }: { first: string | undefined }) {
  return (
    <div role="note" className="toned tone-red flex gap-3 rounded-control p-4 text-sm">
      <ShieldAlert aria-hidden="true" className="size-5 shrink-0" />
      <p>
        <span className="block font-medium">{t("restricted")}</span>
        {first
          ? t.rich("restrictedTextName", { name: first, b: (inside) => <bdi>{inside}</bdi> })
          : t("restrictedText")}
      </p>
    </div>
  );
}

export function AdminsTab() {
  const client = useQueryClient();
  const self = useSession((state) => state.user?.id);
  const { data, error, refetch, isFetching } = useAdmins();
  const reviewers = useReviewers();
  const staff = useStaff();
  const given = useRoles();
  const first = useFirstAdmin();
  const [asked, setAsked] = useState<Asked>(null);
  useFailureToast(error && !data, t("loadFailed", { reason: errorText(error) }));
  const allowed = first.data?.is_first_admin === true;
  const remove = useSend({
    mutationFn: (admin: User) => api.delete("/admin/delete-admin/{id}", { path: { id: admin.id } }),
    onSuccess: () => {
      void refreshAdmins(client);
      toast.success(t("deleted"));
      setAsked(null);
    },
    onError: (failure) => toast.error(t("deleteFailed", { reason: errorText(failure) })),
  });
  const listed = [...(data ?? []), ...(reviewers.data ?? []), ...(staff.data ?? [])];
  const gone = asked?.kind === "delete" ? asked.admin.role : "staff";
  const row = (admin: User) => (
    <AdminRow
      key={admin.id}
      admin={admin}
      roles={given.data?.find(({ user_id }) => user_id === admin.id)?.roles ?? []}
      allowed={allowed}
      own={admin.id === self}
      onAsk={(kind) => setAsked({ kind, admin })}
    />
  );
  return (
    <div className="space-y-4">
      {first.data && !allowed && <Restricted first={first.data.first_admin?.full_name} />}
      <div className="flex justify-end">
        <Button disabled={!allowed} icon={UserRoundPlus} onClick={() => setAsked({ kind: "create" })}>
          {t("createNew")}
        </Button>
      </div>
      <div className="overflow-hidden rounded-card border border-line">
        {error && !data && <QueryError title={t("notLoaded")} {...{ error, refetch, isFetching }} />}
        {!data && !error && <SkeletonList rows={3} label={t("loading")} />}
        {data && (
          <ul aria-label={t("admins")} className="divide-y divide-line">
            {data.map(row)}
          </ul>
        )}
      </div>
      {reviewers.data && reviewers.data.length > 0 && (
        <section aria-labelledby="reviewers" className="space-y-2">
          <h3 id="reviewers" className="font-semibold text-base">
            {t("reviewers")}
          </h3>
          <p className="text-muted text-sm">{t("reviewersText")}</p>
          <div className="overflow-hidden rounded-card border border-line">
            <ul aria-label={t("reviewers")} className="divide-y divide-line">
              {reviewers.data.map(row)}
            </ul>
          </div>
        </section>
      )}
      {staff.data && staff.data.length > 0 && (
        <section aria-labelledby="staff" className="space-y-2">
          <h3 id="staff" className="font-semibold text-base">
            {t("staff")}
          </h3>
          <p className="text-muted text-sm">{t("staffText")}</p>
          <div className="overflow-hidden rounded-card border border-line">
            <ul aria-label={t("staff")} className="divide-y divide-line">
              {staff.data.map(row)}
            </ul>
          </div>
        </section>
      )}
      {(asked?.kind === "admin" || asked?.kind === "reviewer" || asked?.kind === "staff") && (
        <RoleDialog
          account={listed.find(({ id }) => id === asked.admin.id) ?? asked.admin}
          role={asked.kind}
          onClose={() => setAsked(null)}
        />
      )}
      {asked?.kind === "roles" && given.data && (
        <RolesDialog
          account={asked.admin}
          given={given.data.find(({ user_id }) => user_id === asked.admin.id)}
          onClose={() => setAsked(null)}
        />
      )}
      {asked?.kind === "create" && <CreateAdminDialog onClose={() => setAsked(null)} />}
      {asked?.kind === "password" && (
        <ChangePasswordDialog
          admin={asked.admin}
          note={
            asked.admin.provided_by &&
            t.rich("passwordEndsCompany", { name: <bdi>{asked.admin.full_name}</bdi> })
          }
          onClose={() => setAsked(null)}
        />
      )}
      <ConfirmDialog
        open={asked?.kind === "delete"}
        onOpenChange={(open) => !open && setAsked(null)}
        title={t("deleteQuestion", { role: gone })}
        description={
          asked?.kind === "delete" &&
          t.rich(asked.admin.provided_by ? "deleteTextCompany" : "deleteText", {
            name: <bdi>{asked.admin.full_name}</bdi>,
          })
        }
        confirmLabel={t("deleteRole", { role: gone })}
        danger
        busy={remove.isPending}
        onConfirm={() => asked?.kind === "delete" && remove.mutate(asked.admin)}
      />
    </div>
  );
}
