import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiFailure, api, errorText, fieldErrors } from "@/api/client";
import { DECISIONS } from "@/api/groups";
import { invalidate } from "@/api/query";
import type { SendReply } from "@/api/ranking";
import { useDraft } from "@/lib/useDraft";
import { useRest } from "@/lib/useRest";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { Checkbox } from "@/ui/Checkbox";
import { Dialog } from "@/ui/Dialog";
import { toast } from "@/ui/toast";
import type { Decidable } from "../decision/decidable";
import { t } from "../texts";
import { decidedSo, namesOf, queuedOf, type Told, templateOf, toldBefore } from "./labels";
import { SendPreview } from "./SendPreview";
import { Template } from "./Template";

interface Props {
  rows: readonly Decidable[];
  onClose: () => void;
}

/** The decision that more of the rows have. */
const usual = (rows: readonly Decidable[]): Told =>
  decidedSo(rows, "reject").length > decidedSo(rows, "shortlist").length ? "reject" : "shortlist";

/** Writes to selected candidates about the decision: a template, then a preview, then the mails. */
export function LettersDialog({ rows, onClose }: Props) {
  const client = useQueryClient();
  const [decision, setDecision] = useState(() => usual(rows));
  const subject = useDraft(`subject ${decision}`, templateOf(decision).subject);
  const body = useDraft(`body ${decision}`, templateOf(decision).body);
  const [preview, setPreview] = useState<SendReply | null>(null);
  const [repeats, setRepeats] = useState(false);
  const decided = decidedSo(rows, decision);
  const told = toldBefore(decided, decision);
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
      toast.success(t("emailsQueued", { count: queuedOf(reply.rows) }));
      onClose();
    },
    onError: (error) => toast.error(t("sendFailed", { reason: errorText(error) })),
  });
  // The second press of a double click on 'Preview' must not send letters.
  const rested = useRest(preview !== null);
  const fields = fieldErrors(look.error);
  const queued = preview ? queuedOf(preview.rows) : 0;
  const count = preview ? queued : decidedSo(chosen, decision).length;
  const others = rows.length - decided.length;

  return (
    <Dialog
      open
      locked={send.isPending}
      onOpenChange={(open) => !open && onClose()}
      title={count > 0 ? t("tellMany", { count }) : t("tellSome")}
      description={preview ? t("checkLetter") : t("letterOnce")}
      footer={
        preview ? (
          <>
            <Button variant="secondary" disabled={send.isPending} onClick={() => setPreview(null)}>
              {t("backToText")}
            </Button>
            <Button
              busy={send.isPending}
              disabled={queued === 0}
              aria-disabled={!rested || undefined}
              onClick={() => rested && send.mutate()}
            >
              {t("sendEmails", { count: queued })}
            </Button>
          </>
        ) : (
          <>
            <Button variant="secondary" onClick={() => onClose()}>
              {t("cancel")}
            </Button>
            <Button
              busy={look.isPending}
              disabled={content.subject === "" || content.body === "" || chosen.length === 0}
              onClick={() => look.mutate()}
            >
              {t("preview")}
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
          {others > 0 && <p className="text-muted text-sm">{t("decidedOtherwise", { count: others })}</p>}
          {told.length > 0 && (
            <Checkbox
              label={t("writeAgain", { count: told.length })}
              hint={repeats ? undefined : t("leftOut", { names: namesOf(told) })}
              checked={repeats}
              onChange={(event) => setRepeats(event.target.checked)}
            />
          )}
        </div>
      )}
    </Dialog>
  );
}
