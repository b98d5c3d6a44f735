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

const MAX_NOTE_LENGTH = 500;

interface Props {
  /** "Flag Incident" during the test, "Flag Issue" next to lists and results (docs/behaviour/monitoring.md#live-monitoring). */
  title: "Flag Incident" | "Flag Issue";
  who: ReactNode;
  attemptId: string;
  onClose: () => void;
}

/** A note on the timeline of an attempt, running or ended. The candidate does not see it. */
export function FlagDialog({ title, who, attemptId, onClose }: Props) {
  const client = useQueryClient();
  const [note, setNote, kept] = useKept(`flag ${attemptId}`, "");
  const [checked, setChecked] = useState(false);
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
      toast.success(title === "Flag Incident" ? "Incident flagged" : "Issue flagged");
      kept.sent();
      onClose();
    },
    onError: (error) => toast.error(`${title} failed: ${errorText(error)}`),
  });
  return (
    <FormDialog
      size="sm"
      title={title}
      description={<>{who}. The note is kept on the timeline; the candidate does not see it.</>}
      submit={title}
      busy={flag.isPending}
      kept={kept}
      onSubmit={() => {
        setChecked(true);
        if (!missing) flag.mutate();
      }}
      onClose={onClose}
    >
      <Field
        label="What did you see?"
        error={checked && missing ? "Please write a note" : undefined}
        required
      >
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
