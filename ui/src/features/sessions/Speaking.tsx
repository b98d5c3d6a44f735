import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, errorText } from "@/api/client";
import { invalidate, queryOf } from "@/api/query";
import { formatTime, plural } from "@/lib/format";
import { useKept } from "@/lib/kept/useKept";
import { useFormKey } from "@/lib/useFormKey";
import { useSend } from "@/lib/useSend";
import { QuestionQueue, waitingOf } from "@/ui/attempt/QuestionQueue";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { Dialog } from "@/ui/Dialog";
import { Field } from "@/ui/Field";
import { Textarea } from "@/ui/Textarea";
import { toast } from "@/ui/toast";

/** Poll interval in ms; the event stream is faster where it works. */
const POLL_INTERVAL_MS = 10_000;

function AnnounceDialog({ session, onClose }: { session: string; onClose: () => void }) {
  const client = useQueryClient();
  const [text, setText, kept] = useKept(`announcement ${session}`, "");
  const formKey = useFormKey();
  const send = useSend({
    mutationFn: () =>
      api.post("/sessions/{id}/announce", {
        path: { id: session },
        body: { text },
        headers: formKey.headers(),
      }),
    onSuccess: () => {
      kept.sent();
      toast.success("Announced");
      onClose();
    },
    onError: (error) => {
      formKey.heed(error);
      toast.error(`Failed to announce: ${errorText(error)}`);
    },
    onSettled: () => invalidate(client, "/sessions/{id}/announcements"),
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !send.isPending && onClose()}
      title="Announce to the session"
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button busy={send.isPending} disabled={text.trim() === ""} onClick={() => send.mutate()}>
            Announce
          </Button>
        </>
      }
    >
      <Field
        label="Text"
        hint="It appears on every page of the session at once, and on those that are offline or begin later when they return. It covers no question."
      >
        <Textarea rows={4} maxLength={1_000} value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
    </Dialog>
  );
}

/** Announcements to a session, and the questions of its people (docs/behaviour/sessions.md#announcements). */
export function Speaking({
  session,
  mayAct,
  mayAnnounce,
}: {
  session: string;
  mayAct: boolean;
  mayAnnounce: boolean;
}) {
  const [open, setOpen] = useState(false);
  const path = { id: session };
  const announcements = useQuery({
    ...queryOf("/sessions/{id}/announcements", { path }),
    refetchInterval: POLL_INTERVAL_MS,
  });
  const questions = useQuery({
    ...queryOf("/sessions/{id}/questions", { path }),
    refetchInterval: POLL_INTERVAL_MS,
  });
  const waiting = waitingOf(questions.data ?? []).length;
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <Card
        flush
        title="Announcements"
        actions={
          mayAnnounce && (
            <Button size="sm" variant="secondary" onClick={() => setOpen(true)}>
              Announce...
            </Button>
          )
        }
      >
        {announcements.data?.length ? (
          <ul className="max-h-96 divide-y divide-line overflow-y-auto">
            {announcements.data.map(({ id, text, sent_at, sent_by, confirmed, missing }) => (
              <li key={id} className="px-5 py-3 text-sm">
                <p className="text-muted text-xs tabular-nums">
                  {formatTime(sent_at)}
                  {sent_by && `, ${sent_by}`}
                  {`. ${plural(confirmed, "person has", "people have")} confirmed it.`}
                </p>
                <p dir="auto" className="whitespace-pre-wrap">
                  {text}
                </p>
                {missing.length > 0 && (
                  <details className="mt-1 text-muted text-xs">
                    <summary className="cursor-pointer">Not confirmed by {missing.length}</summary>
                    <p>{missing.join(", ")}</p>
                  </details>
                )}
              </li>
            ))}
          </ul>
        ) : (
          <p className="px-5 pb-4 text-muted text-sm">
            {announcements.error ? errorText(announcements.error) : "Nothing has been announced."}
          </p>
        )}
      </Card>
      <Card flush title={waiting > 0 ? `Questions (${waiting} waiting)` : "Questions"}>
        {questions.data?.length ? (
          <QuestionQueue questions={questions.data} mayAct={mayAct} />
        ) : (
          <p className="px-5 pb-4 text-muted text-sm">
            {questions.error ? errorText(questions.error) : "No one has asked anything."}
          </p>
        )}
      </Card>
      {open && <AnnounceDialog session={session} onClose={() => setOpen(false)} />}
    </div>
  );
}
