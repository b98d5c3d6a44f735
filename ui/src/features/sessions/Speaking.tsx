import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, errorText } from "@/api/client";
import { invalidate, queryOf } from "@/api/query";
import { formatTime } from "@/lib/format";
import { isBlank } from "@/lib/invisible";
import { useKept } from "@/lib/kept/useKept";
import { useFormKey } from "@/lib/useFormKey";
import { useSend } from "@/lib/useSend";
import { QuestionQueue, waitingOf } from "@/ui/attempt/QuestionQueue";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { Field } from "@/ui/Field";
import { FormDialog } from "@/ui/FormDialog";
import { Textarea } from "@/ui/Textarea";
import { toast } from "@/ui/toast";
import { t } from "./texts";

/** Poll interval in ms; the event stream is faster where it works. */
const POLL_INTERVAL_MS = 10_000;

function AnnounceDialog({ session, onClose }: { session: string; onClose: () => void }) {
  const client = useQueryClient();
  const [text, setText, kept] = useKept(`announcement ${session}`, "");
  const formKey = useFormKey(kept);
  const send = useSend({
    mutationFn: () =>
      api.post("/sessions/{id}/announce", {
        path: { id: session },
        body: { text },
        headers: formKey.headers(),
      }),
    onSuccess: () => {
      kept.sent();
      toast.success(t("announced"));
      onClose();
    },
    onError: (error) => {
      formKey.heed(error);
      toast.error(t("announceFailed", { reason: errorText(error) }));
    },
    onSettled: () => invalidate(client, "/sessions/{id}/announcements"),
  });
  return (
    <FormDialog
      title={t("announceTitle")}
      submit={t("announce")}
      busy={send.isPending}
      disabled={isBlank(text)}
      kept={kept}
      onSubmit={() => send.mutate()}
      onClose={onClose}
    >
      <Field label={t("text")} hint={t("announceHint")}>
        <Textarea rows={4} maxLength={1_000} value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
    </FormDialog>
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
    <div className="grid gap-5 lg:grid-cols-2">
      <Card
        flush
        title={t("announcements")}
        actions={
          mayAnnounce && (
            <Button size="sm" variant="secondary" onClick={() => setOpen(true)}>
              {t("announceMore")}
            </Button>
          )
        }
      >
        {announcements.data?.length ? (
          <ul className="max-h-96 divide-y divide-line overflow-y-auto">
            {announcements.data.map(({ id, text, sent_at, sent_by, confirmed, missing }) => (
              <li key={id} className="px-5 py-3 text-sm">
                <p className="text-muted text-xs tabular-nums">
                  {t("haveConfirmed", {
                    time: formatTime(sent_at),
                    named: sent_by ? "yes" : "no",
                    by: sent_by ?? "",
                    count: confirmed,
                  })}
                </p>
                <p dir="auto" className="whitespace-pre-wrap">
                  {text}
                </p>
                {missing.length > 0 && (
                  <details className="mt-1 text-muted text-xs">
                    <summary className="cursor-pointer">
                      {t("notConfirmedBy", { count: missing.length })}
                    </summary>
                    <p>{missing.join(", ")}</p>
                  </details>
                )}
              </li>
            ))}
          </ul>
        ) : (
          <p className="px-5 py-4 text-muted text-sm">
            {announcements.error ? errorText(announcements.error) : t("nothingAnnounced")}
          </p>
        )}
      </Card>
      <Card flush title={waiting > 0 ? t("questionsWaiting", { count: waiting }) : t("questions")}>
        {questions.data?.length ? (
          <QuestionQueue questions={questions.data} mayAct={mayAct} />
        ) : (
          <p className="px-5 py-4 text-muted text-sm">
            {questions.error ? errorText(questions.error) : t("noQuestions")}
          </p>
        )}
      </Card>
      {open && <AnnounceDialog session={session} onClose={() => setOpen(false)} />}
    </div>
  );
}
