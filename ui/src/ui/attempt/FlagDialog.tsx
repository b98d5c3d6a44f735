import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { api, errorText } from "@/api/client";
import { invalidate } from "@/api/query";
import { useKept } from "@/lib/kept/useKept";
import { useSend } from "@/lib/useSend";
import { Field } from "../Field";
import { FormDialog } from "../FormDialog";
import { Textarea } from "../Textarea";
import { toast } from "../toast";
import { t } from "./texts";

const MAX_NOTE_LENGTH = 500;

/** An incident during the test, an issue next to lists and results (docs/behaviour/monitoring.md#live-monitoring). */
export type FlagKind = "incident" | "issue";

const TEXTS = {
  incident: { title: "flagIncident", done: "incidentFlagged", failed: "flagIncidentFailed" },
  issue: { title: "flagIssue", done: "issueFlagged", failed: "flagIssueFailed" },
} as const;

interface Props {
  kind: FlagKind;
  who: ReactNode;
  attemptId: string;
  onClose: () => void;
}

/** A note on the timeline of an attempt, running or ended. The candidate does not see it. */
export function FlagDialog({ kind, who, attemptId, onClose }: Props) {
  const client = useQueryClient();
  const [note, setNote, kept] = useKept(`flag ${attemptId}`, "");
  const [checked, setChecked] = useState(false);
  const texts = TEXTS[kind];
  const missing = note.trim() === "";
  const flag = useSend({
    mutationFn: () =>
      api.post("/attempts/{id}/flags", { path: { id: attemptId }, body: { note: note.trim() } }),
    onSuccess: () => {
      void invalidate(
        client,
        "/attempts/{id}/timeline",
        "/admin/monitoring",
        "/results",
        "/results/{submission_id}",
      );
      toast.success(t(texts.done));
      kept.sent();
      onClose();
    },
    onError: (error) => toast.error(t(texts.failed, { reason: errorText(error) })),
  });
  return (
    <FormDialog
      size="sm"
      title={t(texts.title)}
      description={t.rich("flagText", { who })}
      submit={t(texts.title)}
      busy={flag.isPending}
      kept={kept}
      onSubmit={() => {
        setChecked(true);
        if (!missing) flag.mutate();
      }}
      onClose={onClose}
    >
      <Field label={t("whatSeen")} error={checked && missing ? t("writeNote") : undefined} required>
        <Textarea
          rows={4}
          value={note}
          maxLength={MAX_NOTE_LENGTH}
          onChange={(event) => setNote(event.target.value)}
        />
      </Field>
    </FormDialog>
  );
}
