import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, errorText } from "@/api/client";
import { invalidate } from "@/api/query";
import type { ProctorQuestion } from "@/api/types";
import { formatTime } from "@/lib/format";
import { useKept } from "@/lib/kept/useKept";
import { useSend } from "@/lib/useSend";
import { withChosen } from "@/lib/with-snippet";
import { Badge } from "../Badge";
import { Button } from "../Button";
import { Checkbox } from "../Checkbox";
import { Field } from "../Field";
import { Select } from "../Select";
import { Textarea } from "../Textarea";
import { toast } from "../toast";
import { t } from "./texts";

/** Replies that most questions of a room get. */
const REPLIES = ["replyYes", "replyNo", "replyReadAgain", "replyOnTheWay", "replyGoOn"] as const;

interface AnswerProps {
  question: ProctorQuestion;
  onDone: () => void;
  onCancel: () => void;
}

/** A text that was typed for a question which waits no longer: another proctor was faster, or the test has ended. */
function Unsent({ text, onDone }: { text: string; onDone: () => void }) {
  return (
    <div className="mt-2 space-y-3">
      <Field label={t("answer")} hint={t("answerNotSent")}>
        <Textarea rows={2} readOnly value={text} />
      </Field>
      <div className="flex justify-end">
        <Button variant="ghost" size="sm" onClick={onDone}>
          {t("cancel")}
        </Button>
      </div>
    </div>
  );
}

function Answer({ question, onDone, onCancel }: AnswerProps) {
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
      toast.success(t(toAll ? "announced" : "answered"));
      onDone();
    },
    onError: (error) => toast.error(t("answerFailed", { reason: errorText(error) })),
    onSettled: () =>
      invalidate(client, "/questions-asked", "/sessions/{id}/questions", "/sessions/{id}/announcements"),
  });
  const replies = REPLIES.map((key) => t(key));
  if ((question.answer || question.is_over) && !send.isPending) {
    // Blank, or the answer whose reply was lost.
    if (["", question.answer?.text].includes(text.trim())) return null;
    const close = () => {
      kept.discard();
      onDone();
    };
    return <Unsent text={text} onDone={close} />;
  }
  return (
    <form
      className="mt-2 space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate();
      }}
    >
      <Field label={t("answer")}>
        <Textarea rows={2} maxLength={1_000} value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
      <Select
        aria-label={t("preparedReplies")}
        value=""
        placeholder={t("preparedReplies")}
        options={replies.map((reply) => ({ value: reply, label: reply }))}
        onChange={(event) => setText(withChosen(text, event.target.value, replies))}
      />
      {question.may_answer_all && (
        <Checkbox
          label={t("toSession")}
          hint={t("toSessionHint")}
          checked={toAll}
          onChange={(event) => setToAll(event.target.checked)}
        />
      )}
      <div className="flex justify-end gap-2">
        <Button variant="ghost" size="sm" onClick={onCancel}>
          {t("cancel")}
        </Button>
        <Button type="submit" size="sm" busy={send.isPending} disabled={text.trim() === ""}>
          {t("sendAnswer")}
        </Button>
      </div>
    </form>
  );
}

interface RowProps {
  question: ProctorQuestion;
  mayAct: boolean;
}

function Row({ question, mayAct }: RowProps) {
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const claim = useSend({
    mutationFn: () =>
      api.post("/questions-asked/{id}/claim", { path: { id: question.id }, body: { withdraw: false } }),
    onSuccess: () => setOpen(true),
    onError: (error) => toast.error(t("takeFailed", { reason: errorText(error) })),
    onSettled: () => invalidate(client, "/questions-asked", "/sessions/{id}/questions"),
  });
  // Others need not wait until the claim is old. If it fails, they wait.
  const withdraw = useSend({
    mutationFn: () =>
      api.post("/questions-asked/{id}/claim", { path: { id: question.id }, body: { withdraw: true } }),
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
                {t(answer.to === "all" ? "answeredToAll" : "answeredBy", { name: answer.by })}{" "}
              </span>
              {answer.text}
            </p>
          )}
        </div>
        {answer ? (
          <Badge tone="green">{t("answered")}</Badge>
        ) : question.is_over ? (
          <Badge tone="grey">{t("testOver")}</Badge>
        ) : claimed_by && !open ? (
          <span className="flex flex-wrap items-center gap-2">
            <Badge tone="amber">{t("isAnswering", { name: claimed_by })}</Badge>
            {mayAct && (
              <Button variant="ghost" size="sm" busy={claim.isPending} onClick={() => claim.mutate()}>
                {t("doAnswer")}
              </Button>
            )}
          </span>
        ) : (
          mayAct &&
          !open && (
            <Button size="sm" variant="secondary" busy={claim.isPending} onClick={() => claim.mutate()}>
              {t("doAnswer")}
            </Button>
          )
        )}
      </div>
      {open && (
        <Answer
          question={question}
          onDone={() => setOpen(false)}
          onCancel={() => {
            setOpen(false);
            withdraw.mutate();
          }}
        />
      )}
    </li>
  );
}

/** Questions that someone has yet to answer. */
export const waitingOf = (questions: ProctorQuestion[]) =>
  questions.filter(({ answer, is_over }) => !answer && !is_over);

interface Props {
  questions: ProctorQuestion[];
  mayAct: boolean;
}

/** Questions of candidates to their proctors: those that wait first. One proctor takes each (docs/behaviour/sessions.md#questions). */
export function QuestionQueue({ questions, mayAct }: Props) {
  return (
    <ul aria-label={t("questionsOfCandidates")} className="max-h-96 divide-y divide-line overflow-y-auto">
      {questions.map((question) => (
        <Row key={question.id} question={question} mayAct={mayAct} />
      ))}
    </ul>
  );
}
