import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, errorText } from "@/api/client";
import { invalidate } from "@/api/query";
import type { ProctorQuestion } from "@/api/types";
import { formatTime } from "@/lib/format";
import { useKept } from "@/lib/kept/useKept";
import { useSend } from "@/lib/useSend";
import { Badge } from "../Badge";
import { Button } from "../Button";
import { Checkbox } from "../Checkbox";
import { Field } from "../Field";
import { Select } from "../Select";
import { Textarea } from "../Textarea";
import { toast } from "../toast";

/** Replies that most questions of a room get. */
const REPLIES = [
  "Yes.",
  "No.",
  "Please read the question again. I cannot say more about it.",
  "A proctor is on the way to you.",
  "Please go on. We are looking into it.",
];

function Answer({ question, onDone }: { question: ProctorQuestion; onDone: () => void }) {
  const client = useQueryClient();
  const [text, setText, kept] = useKept(`answer to ${question.id}`, "");
  const [toAll, setToAll] = useState(false);
  const send = useSend({
    mutationFn: () =>
      api.post("/questions-asked/{id}/answer", {
        path: { id: question.id },
        body: { text, to: toAll ? "all" : "one" },
      }),
    onSuccess: () => {
      kept.sent();
      toast.success(toAll ? "Announced to the session" : "Answered");
      onDone();
    },
    onError: (error) => toast.error(`Failed to answer: ${errorText(error)}`),
    onSettled: () =>
      invalidate(client, "/questions-asked", "/sessions/{id}/questions", "/sessions/{id}/announcements"),
  });
  return (
    <form
      className="mt-2 space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate();
      }}
    >
      <Field label="Answer">
        <Textarea rows={2} maxLength={1_000} value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
      <Select
        aria-label="Prepared replies"
        value=""
        placeholder="Prepared replies"
        options={REPLIES.map((reply) => ({ value: reply, label: reply }))}
        onChange={(event) => setText(event.target.value)}
      />
      {question.session_id && (
        <Checkbox
          label="Answer to the whole session"
          hint="As an announcement. Say what it is about: the others do not see the question."
          checked={toAll}
          onChange={(event) => setToAll(event.target.checked)}
        />
      )}
      <div className="flex justify-end gap-2">
        <Button variant="ghost" size="sm" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" size="sm" busy={send.isPending} disabled={text.trim() === ""}>
          Send answer
        </Button>
      </div>
    </form>
  );
}

function Row({ question, mayAct }: { question: ProctorQuestion; mayAct: boolean }) {
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const claim = useSend({
    mutationFn: () => api.post("/questions-asked/{id}/claim", { path: { id: question.id } }),
    onSuccess: () => setOpen(true),
    onError: (error) => toast.error(`Failed to take the question: ${errorText(error)}`),
    onSettled: () => invalidate(client, "/questions-asked", "/sessions/{id}/questions"),
  });
  const { answer, claimed_by } = question;
  return (
    <li className="px-5 py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <p className="text-muted text-xs">
            <bdi className="font-medium text-ink">{question.applicant_name}</bdi>
            {", "}
            {formatTime(question.asked_at)}, <bdi>{question.test_title}</bdi>
          </p>
          <p dir="auto" className="whitespace-pre-wrap text-sm">
            {question.text}
          </p>
          {answer && (
            <p dir="auto" className="mt-1 whitespace-pre-wrap text-ink-2 text-sm">
              <span className="text-muted">
                {answer.by}
                {answer.to === "all" ? " to all: " : ": "}
              </span>
              {answer.text}
            </p>
          )}
        </div>
        {answer ? (
          <Badge tone="green">Answered</Badge>
        ) : question.is_over ? (
          <Badge tone="grey">Test over</Badge>
        ) : claimed_by && !open ? (
          <span className="flex flex-wrap items-center gap-2">
            <Badge tone="amber">{`${claimed_by} is answering`}</Badge>
            {mayAct && (
              <Button variant="ghost" size="sm" busy={claim.isPending} onClick={() => claim.mutate()}>
                Answer
              </Button>
            )}
          </span>
        ) : (
          mayAct &&
          !open && (
            <Button size="sm" variant="secondary" busy={claim.isPending} onClick={() => claim.mutate()}>
              Answer
            </Button>
          )
        )}
      </div>
      {open && !answer && !question.is_over && <Answer question={question} onDone={() => setOpen(false)} />}
    </li>
  );
}

/** Questions that someone has yet to answer. */
export const waitingOf = (questions: ProctorQuestion[]) =>
  questions.filter(({ answer, is_over }) => !answer && !is_over);

/** Questions of candidates to their proctors: those that wait first. One proctor takes each (docs/behaviour/sessions.md#questions). */
export function QuestionQueue({ questions, mayAct }: { questions: ProctorQuestion[]; mayAct: boolean }) {
  return (
    <ul aria-label="Questions of candidates" className="max-h-96 divide-y divide-line overflow-y-auto">
      {questions.map((question) => (
        <Row key={question.id} question={question} mayAct={mayAct} />
      ))}
    </ul>
  );
}
