import { KeyRound, PenLine, ShieldCheck, Trash2 } from "lucide-react";
import type { User } from "@/api/types";
import { formatDate } from "@/lib/format";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { Person } from "@/ui/Person";

interface RowProps {
  admin: User;
  allowed: boolean;
  own: boolean;
  onAsk: (kind: "password" | "role" | "delete") => void;
}

export function AdminRow({ admin, allowed, own, onAsk }: RowProps) {
  const off = !allowed || admin.is_first_admin;
  const isReviewer = admin.role === "reviewer";
  const why = admin.is_first_admin
    ? "The superadmin cannot be changed here"
    : allowed
      ? undefined
      : "Only the superadmin may do this";
  return (
    <li className="grid gap-3 px-4 py-3 md:grid-cols-[1fr_auto] md:items-center">
      <div className="min-w-0">
        <Person name={admin.full_name} email={admin.email} />
        <div className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 pl-12">
          {admin.is_first_admin && (
            <Badge tone="blue" icon={<ShieldCheck aria-hidden="true" className="size-3" />}>
              Superadmin
            </Badge>
          )}
          {isReviewer && (
            <Badge tone="violet" icon={<PenLine aria-hidden="true" className="size-3" />}>
              Reviewer
            </Badge>
          )}
          {own && <Badge>You</Badge>}
          <span className="text-muted text-xs tabular-nums">Since {formatDate(admin.created_at)}</span>
        </div>
      </div>
      <div className="flex flex-wrap gap-2 max-md:pl-12">
        <Button variant="secondary" size="sm" disabled={off || own} title={why} onClick={() => onAsk("role")}>
          {isReviewer ? "Make admin" : "Make reviewer"}
        </Button>
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
