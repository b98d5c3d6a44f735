import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, errorText, fieldErrors } from "@/api/client";
import { INVITES, RESULTS } from "@/api/groups";
import { invalidate } from "@/api/query";
import { useKept } from "@/lib/kept/useKept";
import { useSend } from "@/lib/useSend";
import { Field } from "@/ui/Field";
import { FormDialog } from "@/ui/FormDialog";
import { Input } from "@/ui/Input";
import { Textarea } from "@/ui/Textarea";
import { toast } from "@/ui/toast";
import { t } from "./texts";

const MAX_MINUTES = 480;
const MAX_REASON = 500;

interface Props {
  attemptId: string;
  name: string;
  /** Initial values of the fields. */
  minutes?: number;
  reason?: string;
  onClose(): void;
  /** The test is running: its result exists no more. */
  onReopened(): void;
}

/** Opens an attempt again that ended by time alone (docs/behaviour/taking.md#lost-time). */
export function ReopenDialog({ attemptId, name, onClose, onReopened, ...first }: Props) {
  const client = useQueryClient();
  const [{ minutes, reason }, setTyped, kept] = useKept(`reopen ${attemptId}`, {
    minutes: String(first.minutes ?? 10),
    reason: first.reason ?? "",
  });
  const [checked, setChecked] = useState(false);
  const wanted = /^\d+$/.test(minutes.trim()) ? Number(minutes) : 0;
  const isBad = wanted < 1 || wanted > MAX_MINUTES;
  const noReason = reason.trim() === "";

  const reopen = useSend({
    mutationFn: () =>
      api.post("/attempts/{id}/reopen", {
        path: { id: attemptId },
        body: { minutes: wanted, reason: reason.trim() },
      }),
    onSuccess: () => {
      toast.success(t("reopened", { count: wanted }));
      kept.sent();
      onReopened();
      void invalidate(
        client,
        "/admin/monitoring",
        "/admin/overview",
        "/admin/outages",
        "/admin/scoring-queue",
        "/results/{submission_id}/history",
        ...INVITES,
        ...RESULTS,
      );
    },
  });
  const fields = fieldErrors(reopen.error);
  const isGeneral = reopen.error && !fields.minutes && !fields.reason;

  return (
    <FormDialog
      size="sm"
      title={t("reopenTitle")}
      description={t.rich("reopenText", { name, b: (inside) => <bdi>{inside}</bdi> })}
      submit={t("reopen")}
      busy={reopen.isPending}
      kept={kept}
      onSubmit={() => {
        setChecked(true);
        if (!isBad && !noReason) reopen.mutate();
      }}
      onClose={onClose}
    >
      <Field
        label={t("minutesFromNow")}
        className="max-w-40"
        error={checked && isBad ? t("fromOneTo", { max: MAX_MINUTES }) : fields.minutes}
        required
      >
        <Input
          type="number"
          inputMode="numeric"
          min={1}
          max={MAX_MINUTES}
          value={minutes}
          onChange={(event) => setTyped({ reason, minutes: event.target.value })}
        />
      </Field>
      <Field
        label={t("reason")}
        hint={t("reasonHint")}
        error={checked && noReason ? t("giveReason") : fields.reason}
        required
      >
        <Textarea
          rows={3}
          value={reason}
          maxLength={MAX_REASON}
          onChange={(event) => setTyped({ minutes, reason: event.target.value })}
        />
      </Field>
      {isGeneral && (
        <p role="alert" className="font-medium text-error text-sm">
          {errorText(reopen.error)}
        </p>
      )}
    </FormDialog>
  );
}
