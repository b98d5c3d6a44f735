import { BriefcaseBusiness, Ellipsis, KeyRound, PenLine, ShieldCheck, Trash2 } from "lucide-react";
import type { RoleGrant, User } from "@/api/types";
import { formatDate } from "@/lib/format";
import { Badge } from "@/ui/Badge";
import { Button, IconButton } from "@/ui/Button";
import { Menu } from "@/ui/Menu";
import { Person } from "@/ui/Person";
import type { StaffRole } from "./RoleDialog";
import { grantWords } from "./roles/labels";
import { t } from "./texts";

export type Ask = "password" | "roles" | "delete" | StaffRole;

interface RowProps {
  admin: User;
  /** What the person was given; empty for administrators. */
  roles: readonly RoleGrant[];
  allowed: boolean;
  own: boolean;
  onAsk: (kind: Ask) => void;
}

/** The other roles to which an account changes. */
const OTHERS = {
  admin: [
    ["reviewer", "makeReviewer"],
    ["staff", "makeStaff"],
  ],
  reviewer: [
    ["admin", "makeAdmin"],
    ["staff", "makeStaff"],
  ],
  staff: [
    ["admin", "makeAdmin"],
    ["reviewer", "makeReviewer"],
  ],
} as const satisfies Record<StaffRole, unknown>;

/** Where the actions have room beside the person: those of administrators are fewer. */
const WIDE = {
  few: { row: "@xl:grid-cols-[1fr_auto] @xl:items-center", actions: "@xl:ps-0" },
  all: { row: "@2xl:grid-cols-[1fr_auto] @2xl:items-center", actions: "@2xl:ps-0" },
};

export function AdminRow({ admin, roles, allowed, own, onAsk }: RowProps) {
  const isReviewer = admin.role === "reviewer";
  const role: StaffRole = isReviewer ? "reviewer" : admin.role === "staff" ? "staff" : "admin";
  const wide = WIDE[role === "admin" ? "few" : "all"];
  const why = allowed ? undefined : t("onlySuperadmin");
  return (
    <li className="@container">
      <div className={`grid gap-3 px-4 py-3 ${wide.row}`}>
        <div className="min-w-0">
          <Person name={admin.full_name} email={admin.email} />
          <div className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 ps-12">
            {admin.is_first_admin && (
              <Badge tone="blue" icon={<ShieldCheck aria-hidden="true" className="size-3" />}>
                {t("superadmin")}
              </Badge>
            )}
            {isReviewer && (
              <Badge tone="violet" icon={<PenLine aria-hidden="true" className="size-3" />}>
                {t("reviewer")}
              </Badge>
            )}
            {roles.map((given) => (
              <Badge
                key={given.role}
                tone="green"
                icon={<BriefcaseBusiness aria-hidden="true" className="size-3" />}
              >
                {grantWords(given)}
              </Badge>
            ))}
            {role === "staff" && roles.length === 0 && <Badge>{t("noRoles")}</Badge>}
            {admin.provided_by && <Badge>{t("companyAccount")}</Badge>}
            {own && <Badge>{t("you")}</Badge>}
            <span className="text-muted text-xs tabular-nums">
              {t("since", { date: formatDate(admin.created_at) })}
            </span>
          </div>
        </div>
        {!admin.is_first_admin && (
          <div
            className={`flex flex-wrap items-center gap-2 ps-12 max-sm:gap-1 max-sm:ps-0 max-sm:[&>*]:px-2! ${wide.actions}`}
          >
            {role !== "admin" && (
              <Button
                variant="secondary"
                size="sm"
                disabled={!allowed || own}
                title={why}
                icon={<BriefcaseBusiness aria-hidden="true" className="size-3.5 max-sm:hidden" />}
                onClick={() => onAsk("roles")}
              >
                {t("roles")}
              </Button>
            )}
            <Button
              variant="secondary"
              size="sm"
              disabled={!allowed}
              title={why}
              icon={<KeyRound aria-hidden="true" className="size-3.5 max-sm:hidden" />}
              onClick={() => onAsk("password")}
            >
              {t("changePassword")}
            </Button>
            <Button
              variant="ghost"
              size="sm"
              disabled={!allowed || own}
              title={why}
              className="text-error! hover:bg-error/8!"
              icon={<Trash2 aria-hidden="true" className="size-3.5 max-sm:hidden" />}
              onClick={() => onAsk("delete")}
            >
              {t("delete")}
            </Button>
            <Menu
              trigger={
                <IconButton
                  label={t("moreActions", { name: admin.full_name })}
                  disabled={!allowed || own}
                  className="sm:size-8"
                >
                  <Ellipsis aria-hidden="true" className="size-4" />
                </IconButton>
              }
              items={OTHERS[role].map(([other, label]) => ({
                label: t(label),
                onSelect: () => onAsk(other),
              }))}
            />
          </div>
        )}
      </div>
    </li>
  );
}
