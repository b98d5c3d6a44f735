import { useEffect, useRef } from "react";
import { sinceDoubleClick } from "@/lib/double-click";
import { clock, plural } from "@/lib/format";
import { useRest } from "@/lib/useRest";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { sectionRules } from "../session/sections";
import { useSecondsLeft, useTake, useTakeSession } from "../useTake";
import { Positions } from "./Positions";
import { heldNumbers, markedPositions, unanswered } from "./progress";

function titleOf(blank: number, marked: number): string {
  if (blank > 0) return "Submit with unanswered questions?";
  return marked > 0 ? "Submit with questions marked for later?" : "Submit your test?";
}

/** What a submit now would leave out. */
function heldWords(numbers: number[]): string {
  const list = numbers.join(", ");
  return numbers.length === 1
    ? `Your answer to question ${list} is not on the server. If you submit now, it becomes a late answer, which a reviewer decides on.`
    : `Your answers to questions ${list} are not on the server. If you submit now, they become late answers, which a reviewer decides on.`;
}

interface SubmitDialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
}

/**
 * Asks once before every submit: the time left, and blank and marked questions with a link to each. The button that
 * ends the test rests at first, and is not where dialogs have theirs: a double click must not reach it.
 */
export function SubmitDialog({ open, onOpenChange }: SubmitDialogProps) {
  const session = useTakeSession();
  const questions = useTake((state) => state.questions);
  const answers = useTake((state) => state.answers);
  const marks = useTake((state) => state.marked);
  const left = useSecondsLeft();
  const rested = useRest(open);
  const canGo = (position: number) => !sectionRules()?.isOver(session.store.getState(), position);
  const blank = unanswered(questions, answers);
  const held = useTake(({ save }) => ("questions" in save ? save.questions : undefined));
  const leftOut = heldNumbers(questions, held);
  const marked = markedPositions(questions, marks);
  const go = (position: number) => {
    onOpenChange(false);
    session.goTo(position);
  };
  const shownAt = useRef(0);
  useEffect(() => {
    if (open) shownAt.current = performance.now();
  }, [open]);
  const submit = () => {
    onOpenChange(false);
    const double_click_ms = sinceDoubleClick();
    session.submit("asked", {
      confirmed_after_ms: Math.round(performance.now() - shownAt.current),
      ...(double_click_ms !== undefined && { double_click_ms }),
    });
  };
  const state =
    blank.length > 0
      ? `${blank.length} of ${plural(questions.length, "question")} ${blank.length === 1 ? "is" : "are"} unanswered.`
      : "Every question has an answer.";
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={titleOf(blank.length, marked.length)}
      description={
        <>
          {state} After submitting you cannot change anything.
          {leftOut.length > 0 && (
            <span className="mt-2 block font-medium text-warning">{heldWords(leftOut)}</span>
          )}
          {Number.isFinite(left) && (
            <span className="mt-2 block font-medium text-ink tabular-nums">Time left: {clock(left)}.</span>
          )}
        </>
      }
      footer={
        <>
          <Button className="sm:mr-auto" disabled={!rested} onClick={submit}>
            Submit Test
          </Button>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Back to the test
          </Button>
        </>
      }
    >
      {blank.length + marked.length > 0 && (
        <div className="space-y-4">
          <Positions title="Unanswered" positions={blank.filter(canGo)} onGo={go} />
          <Positions title="Marked for later" positions={marked.filter(canGo)} onGo={go} />
        </div>
      )}
    </Dialog>
  );
}
