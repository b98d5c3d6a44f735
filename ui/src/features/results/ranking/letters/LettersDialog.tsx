import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiFailure, api, errorText, fieldErrors } from "@/api/client";
import { DECISIONS } from "@/api/groups";
import { invalidate } from "@/api/query";
import type { SendReply } from "@/api/ranking";
import { plural } from "@/lib/format";
import { useDraft } from "@/lib/useDraft";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { Checkbox } from "@/ui/Checkbox";
import { Dialog } from "@/ui/Dialog";
import { toast } from "@/ui/toast";
import type { Decidable } from "../decision/decidable";
import { namesOf, queuedOf, TEMPLATES, type Told, toldBefore } from "./labels";
import { SendPreview } from "./SendPreview";
import { Template } from "./Template";

interface Props {
  rows: readonly Decidable[];
  onClose: () => void;
}

/** The decision that most of the rows have. */
function usual(rows: readonly Decidable[]): Told {
  const rejected = rows.filter(({ decision }) => decision?.value === "reject").length;
  return rejected > rows.length / 2 ? "reject" : "shortlist";
}

/** Writes to selected candidates about the decision: a template, then a preview, then the mails. */
export function LettersDialog({ rows, onClose }: Props) {
  const client = useQueryClient();
  const [decision, setDecision] = useState(() => usual(rows));
  const subject = useDraft(`subject ${decision}`, TEMPLATES[decision].subject);
  const body = useDraft(`body ${decision}`, TEMPLATES[decision].body);
  const [preview, setPreview] = useState<SendReply | null>(null);
  const [repeats, setRepeats] = useState(false);
  const told = toldBefore(rows, decision);
  const chosen = repeats ? rows : rows.filter((row) => !told.includes(row));
  const content = {
    ids: chosen.map(({ submission_id }) => submission_id),
    decision,
    subject: subject.text.trim(),
    body: body.text.trim(),
  };
  const look = useSend({
    mutationFn: () => api.post("/decisions/send", { body: { ...content, dry_run: true } }),
    onSuccess: setPreview,
    onError: (error) => {
      if (!(error instanceof ApiFailure && error.status === 422)) toast.error(errorText(error));
    },
  });
  const send = useSend({
    mutationFn: () => api.post("/decisions/send", { body: content }),
    onSuccess: (reply) => {
      void invalidate(client, ...DECISIONS);
      toast.success(`${plural(queuedOf(reply.rows), "email")} queued`);
      onClose();
    },
    onError: (error) => toast.error(`Failed to send: ${errorText(error)}`),
  });
  const fields = fieldErrors(look.error);
  const queued = preview ? queuedOf(preview.rows) : 0;

  return (
    <Dialog
      open
      locked={send.isPending}
      onOpenChange={(open) => !open && onClose()}
      title={`Tell ${plural(preview ? queued : chosen.length, "candidate")}`}
      description={
        preview
          ? "Check who gets the email, and how it reads."
          : "The email goes only to those who have this decision, and the same text to each of them once."
      }
      footer={
        preview ? (
          <>
            <Button variant="secondary" disabled={send.isPending} onClick={() => setPreview(null)}>
              Back to the text
            </Button>
            <Button busy={send.isPending} disabled={queued === 0} onClick={() => send.mutate()}>
              Send {plural(queued, "email")}
            </Button>
          </>
        ) : (
          <>
            <Button variant="secondary" onClick={() => onClose()}>
              Cancel
            </Button>
            <Button
              busy={look.isPending}
              disabled={content.subject === "" || content.body === "" || chosen.length === 0}
              onClick={() => look.mutate()}
            >
              Preview
            </Button>
          </>
        )
      }
    >
      {preview ? (
        <SendPreview reply={preview} rows={rows} />
      ) : (
        <div className="space-y-4">
          <Template
            decision={decision}
            onDecision={(next) => {
              setDecision(next);
              setRepeats(false);
            }}
            subject={subject}
            body={body}
            errors={fields}
          />
          {told.length > 0 && (
            <Checkbox
              label={`Write again to ${plural(told.length, "candidate")} who ${told.length === 1 ? "was" : "were"} told so before`}
              hint={repeats ? undefined : `Left out: ${namesOf(told)}.`}
              checked={repeats}
              onChange={(event) => setRepeats(event.target.checked)}
            />
          )}
        </div>
      )}
    </Dialog>
  );
}
