import { BellRing, CalendarClock, Send, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Invite, InviteAction, InviteCounts } from "@/api/types";
import { formatCount } from "@/lib/format";
import { Button } from "@/ui/Button";
import { SelectionBar } from "@/ui/SelectionBar";
import type { InviteFilters } from "../filters";
import { t } from "../list-texts";
import type { Selection } from "../selection";
import { ActionDialog } from "./ActionDialog";
import { ACTION_MAX } from "./labels";
import { matching } from "./touched";

const ACTIONS: { action: InviteAction; Icon: typeof Send }[] = [
  { action: "remind", Icon: BellRing },
  { action: "extend", Icon: CalendarClock },
  { action: "resend", Icon: Send },
  { action: "revoke", Icon: Trash2 },
];

interface Props {
  selection: Selection;
  invites: Invite[];
  filters: InviteFilters;
  counts: InviteCounts | undefined;
  onSelectAll: () => void;
  onClear: () => void;
}

/** Actions on the selected invitations. */
export function ActionBar({ selection, invites, filters, counts, onSelectAll, onClear }: Props) {
  const [action, setAction] = useState<InviteAction | null>(null);
  const total = counts ? matching(filters, counts) : invites.length;
  const count = selection.all ? total : selection.ids.size;
  if (count === 0) return null;
  // Rows come and go while the list is in view: most of it selected is as good as all.
  const more = !selection.all && total > invites.length && 2 * count >= invites.length;
  return (
    <SelectionBar
      label={t("selectedInvitations")}
      count={t("countSelected", { count: formatCount(count) })}
      onClear={onClear}
    >
      {more && (
        <Button variant="ghost" disabled={total > ACTION_MAX} onClick={onSelectAll}>
          {total > ACTION_MAX
            ? t("tooMany", { count: formatCount(ACTION_MAX) })
            : t("selectMatching", { count: formatCount(total) })}
        </Button>
      )}
      {ACTIONS.map(({ action: one, Icon }) => (
        <Button
          key={one}
          variant={one === "revoke" ? "danger" : "secondary"}
          className="max-sm:basis-[40%] max-sm:grow short:basis-auto"
          icon={Icon}
          onClick={() => setAction(one)}
        >
          {t(one)}
        </Button>
      ))}
      {action && (
        <ActionDialog
          action={action}
          target={
            selection.all
              ? { filters, count, counts }
              : { invites: invites.filter(({ id }) => selection.ids.has(id)) }
          }
          // The selection stays: the next action is often on the same people.
          onClose={() => setAction(null)}
        />
      )}
    </SelectionBar>
  );
}
