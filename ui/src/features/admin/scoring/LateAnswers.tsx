import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, errorText } from "@/api/client";
import { invalidate } from "@/api/query";
import { lateText } from "@/api/questions";
import type { ScoringDetail } from "@/api/types";
import { formatDateTime, plural } from "@/lib/format";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { Checkbox } from "@/ui/Checkbox";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { toast } from "@/ui/toast";
import { detailQuery } from "./queries";
import { refreshScores } from "./targets";

/** Late answers: kept but not counted, unless accepted with a reason for the audit log. */
export function LateAnswers({ detail }: { detail: ScoringDetail }) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<string[]>([]);
  const [reason, setReason] = useState("");
  const accept = useSend({
    mutationFn: () =>
      api.post("/admin/scoring/{submission_id}/late/accept", {
        path: { submission_id: detail.submission_id },
        body: { question_ids: chosen, reason: reason.trim() },
      }),
    onSuccess: (fresh) => {
      client.setQueryData(detailQuery(detail.submission_id).queryKey, fresh);
      void invalidate(client, "/admin/scoring/{submission_id}", "/results/{submission_id}/history");
      refreshScores(client);
      toast.success(`${plural(chosen.length, "late answer")} accepted`);
      setChosen([]);
      setReason("");
    },
    onError: (error) => toast.error(`Failed to accept the late answers: ${errorText(error)}`),
  });
  // A question may have several late answers; the latest would count.
  const questions = [...new Map(detail.late_answers.map((late) => [late.question_id, late])).values()];
  if (questions.length === 0) return null;
  const toggle = (id: string, on: boolean) =>
    setChosen((before) => (on ? [...before, id] : before.filter((other) => other !== id)));
  return (
    <Card
      title="Received too late"
      description="These answers do not count unless you accept them. Doing so replaces the answer that counts now and scores it again."
    >
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          accept.mutate();
        }}
      >
        <ul className="divide-y divide-line">
          {questions.map((late) => (
            <li key={late.question_id} className="py-3 first:pt-0">
              <Checkbox
                checked={chosen.includes(late.question_id)}
                onChange={(event) => toggle(late.question_id, event.target.checked)}
                label={<bdi className="font-medium">{late.question}</bdi>}
                hint={late.received_at ? `${formatDateTime(late.received_at)}. ${late.reason}` : late.reason}
              />
              <p dir="auto" className="mt-2 ml-7 max-w-[72ch] whitespace-pre-wrap">
                {lateText(late)}
              </p>
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap items-end gap-3">
          <Field label="Reason" className="min-w-56 flex-1" required>
            <Input
              value={reason}
              maxLength={500}
              placeholder="Why these answers should count"
              onChange={(event) => setReason(event.target.value)}
            />
          </Field>
          <Button
            type="submit"
            variant="secondary"
            busy={accept.isPending}
            disabled={chosen.length === 0 || reason.trim() === ""}
          >
            Accept late answers
          </Button>
        </div>
      </form>
    </Card>
  );
}
