import { Check, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { ReviewStatus, ScoringAnswer } from "@/api/types";
import { formatDateTime, points, QUESTION_TYPE_LABELS } from "@/lib/format";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { Textarea } from "@/ui/Textarea";
import { GivenAnswer } from "../answers/GivenAnswer";
import { HistoryLink } from "../answers/HistoryLink";
import { KeyDetails } from "../answers/KeyDetails";
import { QuestionText } from "../answers/QuestionText";
import { Verdicts } from "../answers/Verdicts";
import { AiMark } from "./AiMark";
import { ConflictNotice } from "./ConflictNotice";
import { PartialPoints } from "./PartialPoints";
import { ScoreStatus } from "./ScoreStatus";
import { partialPoints, scoreInput } from "./score";
import { useScore } from "./useScore";

interface Props {
  submission: string;
  answer: ScoringAnswer;
  onAnswer: (answer: ScoringAnswer) => void;
}

/** One written answer, scored with one click. */
export function ReviewCard({ submission, answer, onAnswer }: Props) {
  const [comments, setComments] = useState(answer.review_comments ?? "");
  const [partial, setPartial] = useState(String(answer.manual_score ?? ""));
  const [wrongPoints, setWrongPoints] = useState(false);
  const served = useRef(answer.review_comments ?? "");
  useEffect(() => {
    // A score of another reviewer or the AI refreshes the card; unsaved text stays.
    const next = answer.review_comments ?? "";
    setComments((typed) => (typed.trim() === served.current ? next : typed));
    setPartial(String(answer.manual_score ?? ""));
    served.current = next;
  }, [answer.review_comments, answer.manual_score]);
  const { busy, conflict, send, takeTheirs, keepMine } = useScore({
    submission,
    onAnswer: (fresh) => {
      setComments(fresh.review_comments ?? "");
      onAnswer(fresh);
    },
  });
  const give = (status: ReviewStatus, typed = partial) => {
    if (busy) return;
    const value = partialPoints(typed, answer.points);
    setWrongPoints(status === "partial" && value === null);
    if (status === "partial" && value === null) return;
    send(answer.id, scoreInput(answer, status, value ?? 0, comments));
  };
  const scored = answer.manual_score_status;
  const pressed = (status: ReviewStatus) => (scored === status ? "primary" : "secondary");
  const icon = "size-4";

  return (
    <article aria-label={`Question ${answer.number}`} className="rounded-card border border-line bg-surface">
      <div className="space-y-4 p-5">
        <div className="flex flex-wrap items-center gap-2">
          <Badge>{QUESTION_TYPE_LABELS[answer.question_type]}</Badge>
          {answer.expected_language && <Badge>{answer.expected_language}</Badge>}
          <span className="text-muted text-xs tabular-nums">{points(answer.points)}</span>
          <span className="ml-auto">
            <ScoreStatus answer={answer} />
          </span>
        </div>
        <QuestionText level={3} asked={answer} number={answer.number} className="max-w-[72ch] font-medium" />
        <GivenAnswer detail={answer} />
        {answer.judging && <Verdicts judging={answer.judging} />}
        <KeyDetails detail={answer} correct={false} />
        <AiMark
          answer={answer}
          busy={busy}
          onTake={(status, score) => {
            setPartial(String(score));
            give(status, String(score));
          }}
        />
        {conflict && (
          <ConflictNotice conflict={conflict} busy={busy} onTheirs={takeTheirs} onMine={keepMine} />
        )}
      </div>
      <div className="grid gap-4 border-line border-t bg-subtle/40 p-5 lg:grid-cols-[1fr_auto]">
        <Field label="Comments" hint="Optional. Kept with the score.">
          <Textarea
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
              aria-pressed={scored === "correct"}
              icon={<Check aria-hidden="true" className={icon} />}
              onClick={() => give("correct")}
            >
              Correct
            </Button>
            <Button
              variant={pressed("wrong")}
              aria-pressed={scored === "wrong"}
              icon={<X aria-hidden="true" className={icon} />}
              onClick={() => give("wrong")}
            >
              Wrong
            </Button>
            <div className="flex items-start gap-2">
              <PartialPoints
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
                aria-pressed={scored === "partial"}
                onClick={() => give("partial")}
              >
                Partial
              </Button>
            </div>
          </div>
        </fieldset>
        {answer.answer.trim() !== "" && (
          <div className="lg:col-span-2">
            <HistoryLink submission={submission} question={answer.id} />
          </div>
        )}
        {(answer.reviewed_at || comments.trim() !== (answer.review_comments ?? "")) && (
          <div className="flex flex-wrap items-center gap-3 text-muted text-xs lg:col-span-2">
            {answer.reviewed_at && (
              <p>
                Reviewed {answer.reviewed_by && `by ${answer.reviewed_by}, `}
                {formatDateTime(answer.reviewed_at)}
              </p>
            )}
            {scored !== "pending" &&
              scored !== "void" &&
              comments.trim() !== (answer.review_comments ?? "") && (
                <Button variant="secondary" size="sm" busy={busy} onClick={() => give(scored)}>
                  Save comments
                </Button>
              )}
          </div>
        )}
      </div>
    </article>
  );
}
