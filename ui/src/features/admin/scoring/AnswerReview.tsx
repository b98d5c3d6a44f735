import { Check, ChevronDown, ChevronUp, CircleSlash2, UserRound, X } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { CandidateAnswer, ReviewStatus, ScoringAnswer } from "@/api/types";
import { formatDateTime, points, QUESTION_TYPE_LABELS } from "@/lib/format";
import { inField } from "@/lib/in-field";
import { Badge } from "@/ui/Badge";
import { Button, IconButton } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { Textarea } from "@/ui/Textarea";
import { GivenAnswer } from "../answers/GivenAnswer";
import { KeyDetails } from "../answers/KeyDetails";
import { QuestionText } from "../answers/QuestionText";
import { AiMark } from "./AiMark";
import { ConflictNotice } from "./ConflictNotice";
import { keyAction } from "./keys";
import { PartialPoints } from "./PartialPoints";
import { ScoreStatus } from "./ScoreStatus";
import { partialPoints, scoreInput } from "./score";
import { useScore } from "./useScore";

interface Props {
  answer: CandidateAnswer;
  /** Counted from 1. */
  place: number;
  count: number;
  /** Whether the list has more than `count` answers. */
  more: boolean;
  hidden: boolean;
  /** A dialog is open: shortcuts are disabled. */
  paused: boolean;
  onMove: (by: number) => void;
  onNames: () => void;
  onHelp: () => void;
  onScored: () => void;
  onAnswer: (answer: ScoringAnswer) => void;
}

/** One candidate's answer to the question; every action has a keyboard shortcut. */
export function AnswerReview(props: Props) {
  const { answer, place, count, more, hidden, paused, onMove, onAnswer } = props;
  const [comments, setComments] = useState(answer.review_comments ?? "");
  const [partial, setPartial] = useState(String(answer.manual_score ?? ""));
  const [wrongPoints, setWrongPoints] = useState(false);
  const partialField = useRef<HTMLInputElement>(null);
  const commentField = useRef<HTMLTextAreaElement>(null);
  const { busy, conflict, send, takeTheirs, keepMine } = useScore({
    submission: answer.submission_id,
    onAnswer: (fresh) => {
      setComments(fresh.review_comments ?? "");
      setPartial(String(fresh.manual_score ?? ""));
      onAnswer(fresh);
    },
    onScored: props.onScored,
  });
  const give = (status: ReviewStatus, typed = partial) => {
    if (busy || conflict) return;
    const value = partialPoints(typed, answer.points);
    setWrongPoints(status === "partial" && value === null);
    if (status === "partial" && value === null) return;
    send(answer.id, scoreInput(answer, status, value ?? 0, comments));
  };

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (paused) return;
    if (event.key === "Escape" && event.target instanceof HTMLElement && inField(event.target)) {
      event.target.blur();
      return;
    }
    const { key, ctrlKey, metaKey, altKey, target } = event;
    const action = keyAction({ key, ctrlKey, metaKey, altKey, inField: inField(target) });
    if (!action) return;
    event.preventDefault();
    if (action === "correct" || action === "wrong") give(action);
    else if (action === "partial") {
      partialField.current?.focus();
      partialField.current?.select();
    } else if (action === "comment") {
      commentField.current?.focus();
      commentField.current?.setSelectionRange(comments.length, comments.length);
    } else if (action === "next") onMove(1);
    else if (action === "previous") onMove(-1);
    else if (action === "names") props.onNames();
    else props.onHelp();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);

  const scored = answer.manual_score_status;
  const pressed = (status: ReviewStatus) => (scored === status ? "primary" : "secondary");
  const icon = "size-4";
  return (
    <article aria-labelledby="reviewed-question" className="rounded-card border border-line bg-surface">
      <header className="border-line border-b p-5">
        <div className="flex flex-wrap items-center gap-2">
          <Badge>{QUESTION_TYPE_LABELS[answer.question_type]}</Badge>
          {answer.expected_language && <Badge>{answer.expected_language}</Badge>}
          <span className="text-muted text-xs tabular-nums">{points(answer.points)}</span>
        </div>
        <QuestionText
          id="reviewed-question"
          level={2}
          asked={answer}
          className="mt-2 max-w-[72ch] font-medium"
        />
      </header>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-b bg-subtle/40 px-5 py-2.5">
        <UserRound aria-hidden="true" className="size-4 shrink-0 text-muted" />
        <p className="min-w-0 truncate font-medium text-sm">
          {hidden ? `Candidate ${place}` : <bdi>{answer.applicant_name}</bdi>}
        </p>
        <p className="text-muted text-xs tabular-nums max-sm:hidden">{formatDateTime(answer.submitted_at)}</p>
        <ScoreStatus answer={answer} />
        <div className="ml-auto flex items-center">
          <p aria-live="polite" className="mr-3 whitespace-nowrap text-muted text-xs tabular-nums">
            Answer {place} of {count}
            {more && "+"}
          </p>
          <IconButton label="Previous answer (K)" disabled={place <= 1} onClick={() => onMove(-1)}>
            <ChevronUp aria-hidden="true" className={icon} />
          </IconButton>
          <IconButton label="Next answer (J)" disabled={place >= count} onClick={() => onMove(1)}>
            <ChevronDown aria-hidden="true" className={icon} />
          </IconButton>
        </div>
      </div>
      <div className="min-h-40 space-y-4 p-5">
        <GivenAnswer detail={answer} />
        <KeyDetails detail={answer} correct={false} />
        <AiMark answer={answer} busy={busy} onTake={(status, score) => give(status, String(score))} />
        {conflict && (
          <ConflictNotice conflict={conflict} busy={busy} onTheirs={takeTheirs} onMine={keepMine} />
        )}
      </div>
      <div className="grid gap-4 border-line border-t bg-subtle/40 p-5 lg:grid-cols-[1fr_auto]">
        <Field label="Comments (C)">
          <Textarea
            ref={commentField}
            rows={2}
            value={comments}
            placeholder="Add comments (optional)"
            onChange={(event) => setComments(event.target.value)}
          />
        </Field>
        <fieldset className="min-w-0 self-end" aria-busy={busy || undefined}>
          <legend className="mb-1.5 font-medium text-sm">Score</legend>
          <div className="flex flex-wrap items-start gap-2">
            <Button
              variant={pressed("correct")}
              aria-keyshortcuts="1"
              icon={<Check aria-hidden="true" className={icon} />}
              onClick={() => give("correct")}
            >
              1 Correct
            </Button>
            <div className="flex items-start gap-2">
              <PartialPoints
                ref={partialField}
                points={answer.points}
                value={partial}
                wrong={wrongPoints}
                onChange={(typed) => {
                  setPartial(typed);
                  setWrongPoints(false);
                }}
                onGive={() => give("partial")}
              />
              <Button
                variant={pressed("partial")}
                aria-keyshortcuts="2"
                icon={<CircleSlash2 aria-hidden="true" className={icon} />}
                onClick={() => give("partial")}
              >
                2 Partial
              </Button>
            </div>
            <Button
              variant={pressed("wrong")}
              aria-keyshortcuts="3"
              icon={<X aria-hidden="true" className={icon} />}
              onClick={() => give("wrong")}
            >
              3 Wrong
            </Button>
          </div>
        </fieldset>
      </div>
    </article>
  );
}
