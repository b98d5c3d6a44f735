import { useId, useState } from "react";
import { errorText, fieldErrors } from "@/api/client";
import { formatDateTime } from "@/lib/format";
import { isBlank } from "@/lib/invisible";
import { useKept } from "@/lib/kept/useKept";
import { ReopenDialog } from "@/ui/attempt/ReopenDialog";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Field } from "@/ui/Field";
import { Textarea } from "@/ui/Textarea";
import { t } from "../texts";
import { AttemptRow } from "./AttemptRow";
import { amounts, canGet, type Typed } from "./amounts";
import { outageWords, settledWords, whenWords } from "./labels";
import { useSettle } from "./useOutages";
import type { GivenRow, Outage, OutageAttempt } from "./wire";

const MAX_REASON = 500;

interface Props {
  /** The present state: it changes while candidates come back. */
  outage: Outage;
  onClose(): void;
}

const byOwed = (a: OutageAttempt, b: OutageAttempt) =>
  b.proposed_seconds - a.proposed_seconds || a.applicant_name.localeCompare(b.applicant_name);

/** Confirms or changes the time that candidates get back after an outage. */
export function ReviewDialog({ outage, onClose }: Props) {
  const formId = useId();
  const [{ rows: typed }, setTyped, keptTimes] = useKept<{ rows: Typed }>(`give back times ${outage.id}`, {
    rows: {},
  });
  const [reason, setReason, keptReason] = useKept(`give back ${outage.id}`, "");
  const [checked, setChecked] = useState(false);
  const [rows, setRows] = useState<GivenRow[]>([]);
  const [reopening, setReopening] = useState<OutageAttempt | null>(null);
  const isSettled = outage.state !== "open";
  const canGive = outage.attempts.some(canGet);
  const settle = useSettle(outage, (settled) => {
    setRows(settled);
    keptTimes.discard();
    keptReason.discard();
    // Who could not get time is shown, to be reopened.
    if (settled.every(({ outcome }) => outcome !== "ended")) onClose();
  });
  const wanted = amounts(outage, typed);
  const noReason = isBlank(reason);
  const titles = new Set(outage.attempts.map(({ test_title }) => test_title));
  const fields = fieldErrors(settle.error);

  const submit = () => {
    setChecked(true);
    if (wanted && wanted.length > 0 && !noReason)
      settle.give.mutate({ reason: reason.trim(), attempts: wanted });
  };
  const problem = () => {
    if (settle.conflict) return null;
    if (settle.error && !fields.reason) return errorText(settle.error);
    return checked && wanted?.length === 0 ? t("noneWouldGet") : null;
  };

  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && !settle.busy && onClose()}
      title={t("lostTime")}
      description={
        <>
          <bdi className="block">{outageWords(outage)}</bdi>
          <span className="mt-1 block text-muted text-xs tabular-nums">{whenWords(outage)}</span>
        </>
      }
      footer={
        isSettled ? (
          <Button variant="secondary" onClick={onClose}>
            {t("close")}
          </Button>
        ) : (
          <>
            <Button variant="secondary" disabled={settle.busy} onClick={onClose}>
              {t("cancel")}
            </Button>
            <Button
              variant="secondary"
              busy={settle.dismiss.isPending}
              disabled={settle.busy}
              onClick={() => settle.dismiss.mutate(reason.trim())}
            >
              {t("dismiss")}
            </Button>
            {canGive && (
              <Button type="submit" form={formId} busy={settle.give.isPending} disabled={settle.busy}>
                {t("giveBack")}
              </Button>
            )}
          </>
        )
      }
    >
      <form
        id={formId}
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {settle.conflict && (
          <p role="alert" className="toned tone-amber rounded-control p-3 text-sm">
            {settle.conflict.at
              ? t.rich("changedByAt", {
                  name: settle.conflict.by,
                  when: formatDateTime(settle.conflict.at),
                  b: (inside) => <bdi>{inside}</bdi>,
                })
              : t.rich("changedBy", { name: settle.conflict.by, b: (inside) => <bdi>{inside}</bdi> })}{" "}
            {isSettled ? t("ownNotMade") : t("checkAgain")}
          </p>
        )}
        {isSettled && (
          <p role="status" dir="auto" className="rounded-control bg-subtle p-3 text-sm">
            {settledWords(outage)}
          </p>
        )}
        {!isSettled && !canGive && (
          <p role="status" className="rounded-control bg-subtle p-3 text-sm">
            {t("allEnded")}
          </p>
        )}
        {!isSettled && canGive && (
          <Field
            label={t("reason")}
            hint={t("giveBackHint")}
            error={checked && noReason ? t("giveReason") : fields.reason}
            required
          >
            <Textarea
              rows={2}
              value={reason}
              maxLength={MAX_REASON}
              onChange={(event) => setReason(event.target.value)}
            />
          </Field>
        )}
        {problem() && (
          <p role="alert" className="font-medium text-error text-sm">
            {problem()}
          </p>
        )}
        <div>
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-line border-b pb-2 text-sm">
            <h3 className="min-w-0 font-medium">
              {titles.size === 1 ? <bdi>{[...titles]}</bdi> : t("candidates")}
            </h3>
            {canGive && !isSettled && wanted && (
              <p role="status" className="text-ink-2 tabular-nums">
                {t("getTime", { count: wanted.length })}
              </p>
            )}
          </div>
          <ul aria-label={t("candidates")} className="divide-y divide-line">
            {[...outage.attempts].sort(byOwed).map((attempt) => (
              <AttemptRow
                key={attempt.attempt_id}
                attempt={attempt}
                outage={outage}
                typed={typed}
                hasTitle={titles.size > 1}
                outcome={rows.find(({ attempt_id }) => attempt_id === attempt.attempt_id)}
                onType={(seconds) =>
                  setTyped(({ rows }) => ({ rows: { ...rows, [attempt.attempt_id]: seconds } }))
                }
                onReopen={() => setReopening(attempt)}
              />
            ))}
          </ul>
        </div>
      </form>
      {reopening && (
        <ReopenDialog
          attemptId={reopening.attempt_id}
          name={reopening.applicant_name}
          minutes={Math.max(1, Math.ceil(reopening.lost_seconds / 60))}
          reason={reason || (outage.reason ?? "")}
          onClose={() => setReopening(null)}
          onReopened={() => setReopening(null)}
        />
      )}
    </Dialog>
  );
}
