import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiFailure, api, errorText } from "@/api/client";
import { invalidate } from "@/api/query";
import type { ApplicantRow } from "@/api/types";
import { formatDateTime } from "@/lib/format";
import { useKept } from "@/lib/kept/useKept";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { FormDialog } from "@/ui/FormDialog";
import { Textarea } from "@/ui/Textarea";
import { toast } from "@/ui/toast";
import { t } from "./texts";

const MAX_REASON = 1000;

interface Props {
  applicant: ApplicantRow;
  erasure: NonNullable<ApplicantRow["erasure"]>;
  onErase: () => void;
}

function DeclineDialog({ applicant, erasure, onClose }: Omit<Props, "onErase"> & { onClose: () => void }) {
  const client = useQueryClient();
  const [reason, setReason, kept] = useKept(`decline erasure ${applicant.id}`, "");
  const [error, setError] = useState<string>();
  const refresh = () => invalidate(client, "/admin/applicants", "/admin/overview");
  const decline = useSend({
    mutationFn: () =>
      api.post("/admin/applicants/{id}/decline-erasure", {
        path: { id: applicant.id },
        body: { reason, version: erasure.version },
      }),
    onSuccess: () => {
      toast.success(t("declined"));
      void refresh();
      kept.sent();
      onClose();
    },
    onError: (failure) => {
      const words = t("declineFailed", { reason: errorText(failure) });
      setError(words);
      // The refreshed list may no longer have this row.
      if (failure instanceof ApiFailure && failure.status === 409) toast.error(words);
      void refresh();
    },
  });
  const submit = () => {
    if (reason.trim() === "") setError(t("giveReason"));
    else decline.mutate();
  };
  return (
    <FormDialog
      title={t("declineQuestion")}
      description={t.rich("declineText", { name: <bdi>{applicant.full_name}</bdi> })}
      size="sm"
      submit={t("decline")}
      busy={decline.isPending}
      kept={kept}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t("reason")} error={error} required>
        <Textarea
          value={reason}
          maxLength={MAX_REASON}
          onChange={(event) => {
            setReason(event.target.value);
            setError(undefined);
          }}
        />
      </Field>
    </FormDialog>
  );
}

/** A candidate's request for erasure from the own page, and the two ways to decide on it. */
export function ErasureRequest({ applicant, erasure, onErase }: Props) {
  const [declining, setDeclining] = useState(false);
  const { asked_at, declined_at, reason } = erasure;
  if (declined_at)
    return (
      <p className="basis-full text-muted text-xs sm:ps-12">
        {t.rich("askedDeclined", {
          asked: formatDateTime(asked_at),
          declined: formatDateTime(declined_at),
          reason: <bdi className="break-words">{reason}</bdi>,
        })}
      </p>
    );
  return (
    <div className="toned tone-amber flex basis-full flex-wrap items-center justify-between gap-2 rounded-control px-3 py-2">
      <p className="text-sm">{t("asksSince", { when: formatDateTime(asked_at) })}</p>
      <span className="flex gap-2">
        <Button variant="secondary" size="sm" onClick={() => setDeclining(true)}>
          {t("decline")}
        </Button>
        <Button variant="danger" size="sm" onClick={onErase}>
          {t("deleteAll")}
        </Button>
      </span>
      {declining && (
        <DeclineDialog applicant={applicant} erasure={erasure} onClose={() => setDeclining(false)} />
      )}
    </div>
  );
}
