import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, changedMeanwhile, errorText } from "@/api/client";
import { invalidate } from "@/api/query";
import { lateText, numbered } from "@/api/questions";
import type { ScoringDetail } from "@/api/types";
import { formatDateTime } from "@/lib/format";
import { useKept } from "@/lib/kept/useKept";
import { serverWords } from "@/lib/server-words";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { Checkbox } from "@/ui/Checkbox";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { toast } from "@/ui/toast";
import { detailQuery } from "./queries";
import { refreshScores } from "./targets";
import { t } from "./texts";

/** Id of the card, for links that lead to it. */
export const LATE_ANSWERS = "late-answers";

/** Late answers: kept but not counted, unless accepted with a reason for the audit log. */
export function LateAnswers({ detail }: { detail: ScoringDetail }) {
  const client = useQueryClient();
  // By question, the version that was read when it was ticked: what another admin accepts meanwhile is no longer ticked.
  const [ticked, setTicked] = useState<Record<string, string>>({});
  const [reason, setReason, kept] = useKept(`late answers ${detail.submission_id}`, "");
  // A question may have several late answers; the last one would count.
  const questions = [...new Map(detail.late_answers.map((late) => [late.question_id, late])).values()];
  const isTicked = ({ question_id, version }: (typeof questions)[number]) => ticked[question_id] === version;
  const chosen = questions.filter(isTicked);
  const accept = useSend({
    mutationFn: ({ questions: sent, reason }: { questions: typeof questions; reason: string }) =>
      api.post("/admin/scoring/{submission_id}/late/accept", {
        path: { submission_id: detail.submission_id },
        body: {
          question_ids: sent.map(({ question_id }) => question_id),
          versions: Object.fromEntries(sent.map(({ question_id, version }) => [question_id, version])),
          reason: reason.trim(),
        },
      }),
    onSuccess: (fresh, sent) => {
      client.setQueryData(detailQuery(detail.submission_id).queryKey, fresh);
      void invalidate(client, "/admin/scoring/{submission_id}", "/results/{submission_id}/history");
      refreshScores(client);
      toast.success(t("lateAccepted", { count: sent.questions.length }));
      setTicked({});
      // The reason of the next ones may be typed already.
      kept.sent(sent.reason);
      setReason((now) => (now === sent.reason ? "" : now));
    },
    onError: (error) => {
      toast.error(t("lateFailed", { reason: errorText(error) }));
      if (!changedMeanwhile(error, "")) return;
      setTicked({});
      void invalidate(client, "/admin/scoring/{submission_id}");
    },
  });
  if (questions.length === 0) return null;
  return (
    <Card id={LATE_ANSWERS} tabIndex={-1} title={t("tooLate")} description={t("tooLateText")}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          accept.mutate({ questions: chosen, reason });
        }}
      >
        <ul className="divide-y divide-line">
          {questions.map((late) => (
            <li key={late.question_id} className="py-3 first:pt-0">
              <Checkbox
                checked={isTicked(late)}
                onChange={({ target: { checked } }) =>
                  setTicked((before) => ({ ...before, [late.question_id]: checked ? late.version : "" }))
                }
                label={<bdi className="font-medium">{numbered(late)}</bdi>}
                hint={[late.received_at && formatDateTime(late.received_at), serverWords(late.reason)]
                  .filter(Boolean)
                  .join(". ")}
              />
              <div className="mt-2 ms-7">
                <p dir="auto" className="max-w-[72ch] whitespace-pre-wrap">
                  {lateText(late)}
                </p>
              </div>
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap items-end gap-3">
          <Field label={t("reason")} className="min-w-56 flex-1" required>
            <Input
              value={reason}
              maxLength={500}
              placeholder={t("whyCount")}
              onChange={(event) => setReason(event.target.value)}
            />
          </Field>
          <Button
            type="submit"
            variant="secondary"
            busy={accept.isPending}
            disabled={chosen.length === 0 || reason.trim() === ""}
          >
            {t("acceptLate")}
          </Button>
        </div>
      </form>
    </Card>
  );
}
