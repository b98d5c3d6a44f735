import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, errorText } from "@/api/client";
import { INVITES } from "@/api/groups";
import { invalidate } from "@/api/query";
import type { Invite, InviteAction, InviteCounts } from "@/api/types";
import { plural } from "@/lib/format";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { toast } from "@/ui/toast";
import { boundOf } from "../draft";
import { filterQuery, type InviteFilters } from "../filters";
import { InstantFields } from "../InstantFields";
import { ACTION_LABELS, applies, effect, summary } from "./labels";

/** Rows that are loaded, or all that match a filter. */
type Target =
  | { invites: Invite[] }
  | { filters: InviteFilters; count: number; expected: InviteCounts | undefined };

interface Props {
  action: InviteAction;
  target: Target;
  /** `done` if the action was carried out. */
  onClose: (done: boolean) => void;
}

function effectOf(action: InviteAction, target: Target): string {
  if ("invites" in target) {
    const applicable = target.invites.filter((invite) => applies(action, invite)).length;
    return effect(action, target.invites.length, applicable, true);
  }
  const { count, expected, filters } = target;
  const waiting = expected && filters.status === "all" ? expected.sent + expected.scheduled : count;
  return effect(action, count, action === "extend" ? count : waiting, false);
}

/** Asks before an action, says how many emails it sends, and reports what was not done and why. */
export function ActionDialog({ action, target, onClose }: Props) {
  const client = useQueryClient();
  const [end, setEnd] = useState({ day: "", time: "" });
  const [checked, setChecked] = useState(false);
  const closes = action === "extend" ? boundOf(end.day, end.time, "23:59") : null;
  const missing = action === "extend" && (!closes || closes <= new Date());
  const send = useSend({
    mutationFn: () =>
      api.post("/invites/actions", {
        body: {
          action,
          ...("invites" in target
            ? { ids: target.invites.map(({ id }) => id) }
            : { filter: filterQuery(target.filters) }),
          ...(closes ? { closes_at: closes.toISOString() } : {}),
        },
      }),
    onSuccess: ({ results }) => {
      void invalidate(client, "/admin/overview", ...INVITES);
      const { done, reasons } = summary(action, results);
      if (reasons.length > 0) return;
      toast.success(done);
      onClose(true);
    },
    onError: (error) => toast.error(`Failed: ${errorText(error)}`),
  });
  const report = send.data && summary(action, send.data.results);
  const count = "invites" in target ? target.invites.length : target.count;
  const label = ACTION_LABELS[action];

  if (report && report.reasons.length > 0)
    return (
      <Dialog
        open
        onOpenChange={() => onClose(true)}
        title={report.done}
        size="sm"
        footer={<Button onClick={() => onClose(true)}>Done</Button>}
      >
        <p className="text-ink-2 text-sm">Not changed:</p>
        <ul className="mt-2 list-disc space-y-1 pl-5 text-sm">
          {report.reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </Dialog>
    );
  return (
    <Dialog
      open
      locked={send.isPending}
      onOpenChange={(open) => !open && onClose(false)}
      title={`${label}: ${plural(count, "invitation")}`}
      description={effectOf(action, target)}
      size="sm"
      footer={
        <>
          <Button variant="secondary" disabled={send.isPending} onClick={() => onClose(false)}>
            Cancel
          </Button>
          <Button
            variant={action === "revoke" ? "danger" : "primary"}
            busy={send.isPending}
            onClick={() => {
              setChecked(true);
              if (!missing) send.mutate();
            }}
          >
            {label}
          </Button>
        </>
      }
    >
      {action === "extend" && (
        <InstantFields
          label="Closes"
          day={end.day}
          time={end.time}
          error={checked && missing ? "Choose a time in the future" : undefined}
          hint="Without a time: at the end of the day."
          onChange={setEnd}
        />
      )}
    </Dialog>
  );
}
