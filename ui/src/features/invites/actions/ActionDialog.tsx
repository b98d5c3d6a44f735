import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, errorText } from "@/api/client";
import { INVITES } from "@/api/groups";
import { invalidate } from "@/api/query";
import type { Invite, InviteAction, InviteCounts } from "@/api/types";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { toast } from "@/ui/toast";
import { boundOf } from "../draft";
import { filterQuery, type InviteFilters } from "../filters";
import { t } from "../form-texts";
import { InstantFields } from "../InstantFields";
import { t as ofList } from "../list-texts";
import { applies, effect, summary } from "./labels";
import { touched } from "./touched";

/** Rows that are loaded, or all that match a filter. */
type Target =
  | { invites: Invite[] }
  | { filters: InviteFilters; count: number; counts: InviteCounts | undefined };

interface Props {
  action: InviteAction;
  target: Target;
  onClose: () => void;
}

/** Above this number, one that ends links asks to type it. */
const ASKS_ABOVE = 30;

interface Reach {
  selected: number;
  /** Number of those that the action changes. */
  changed: number;
  /** False for rows that the page has not loaded: it is the most that may be changed. */
  isExact: boolean;
}

function reachOf(action: InviteAction, target: Target): Reach {
  if ("invites" in target) {
    const changed = target.invites.filter((invite) => applies(action, invite)).length;
    return { selected: target.invites.length, changed, isExact: true };
  }
  const { count, counts, filters } = target;
  return { selected: count, changed: counts ? touched(action, filters, counts) : count, isExact: false };
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
      onClose();
    },
    onError: (error) => toast.error(t("failed", { reason: errorText(error) })),
  });
  const report = send.data && summary(action, send.data.results);
  const { selected, changed, isExact } = reachOf(action, target);
  const [typed, setTyped] = useState("");
  const asks = action === "revoke" && changed > ASKS_ABOVE;
  const label = ofList(action);

  if (report && report.reasons.length > 0)
    return (
      <Dialog
        open
        onOpenChange={() => onClose()}
        title={report.done}
        size="sm"
        footer={<Button onClick={() => onClose()}>{t("done")}</Button>}
      >
        <p className="text-ink-2 text-sm">{t("notChanged")}</p>
        <ul className="mt-2 list-disc space-y-1 ps-5 text-sm">
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
      onOpenChange={(open) => !open && onClose()}
      title={t("actionOn", { action: label, count: changed })}
      description={effect(action, selected, changed, isExact)}
      size="sm"
      footer={
        <>
          <Button variant="secondary" disabled={send.isPending} onClick={() => onClose()}>
            {t("cancel")}
          </Button>
          <Button
            variant={action === "revoke" ? "danger" : "primary"}
            busy={send.isPending}
            disabled={changed === 0 || (asks && typed.trim() !== String(changed))}
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
      {asks && (
        <Field label={t("typeToConfirm", { count: changed })}>
          <Input
            value={typed}
            inputMode="numeric"
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
      )}
      {action === "extend" && (
        <InstantFields
          bound="closes"
          day={end.day}
          time={end.time}
          error={checked && missing ? t("chooseFuture") : undefined}
          hint={t("endOfDay")}
          onChange={setEnd}
        />
      )}
    </Dialog>
  );
}
