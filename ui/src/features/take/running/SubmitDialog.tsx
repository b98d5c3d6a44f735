import { useEffect, useRef } from "react";
import { sinceDoubleClick } from "@/lib/double-click";
import { clock, formatList, questionCount } from "@/lib/format";
import { useRest } from "@/lib/useRest";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { t } from "../end-texts";
import { sectionRules } from "../session/sections";
import { useSecondsLeft, useTake, useTakeSession } from "../useTake";
import { Positions } from "./Positions";
import { heldNumbers, markedPositions, unanswered } from "./progress";

function titleOf(blank: number, marked: number): string {
  if (blank > 0) return t("submitUnanswered");
  return marked > 0 ? t("submitMarked") : t("submitTestQuestion");
}

/** What a submit now would leave out. */
function heldWords(numbers: number[]): string {
  return t("heldAnswers", { count: numbers.length, numbers: formatList(numbers.map(String)) });
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
      ? t("unansweredOf", { blank: blank.length, questions: questionCount(questions.length) })
      : t("allAnswered");
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={titleOf(blank.length, marked.length)}
      description={
        <>
          {state}
          {leftOut.length > 0 && (
            <span className="mt-2 block font-medium text-warning">{heldWords(leftOut)}</span>
          )}
          {Number.isFinite(left) && (
            <span className="mt-2 block font-medium text-ink tabular-nums">
              {t("timeLeft", { time: clock(left) })}
            </span>
          )}
        </>
      }
      footer={
        <>
          <Button className="sm:me-auto" disabled={!rested} onClick={submit}>
            {t("submitTest")}
          </Button>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            {t("backToTest")}
          </Button>
        </>
      }
    >
      {blank.length + marked.length > 0 && (
        <div className="space-y-4">
          <Positions title={t("unanswered")} positions={blank} canGo={canGo} onGo={go} />
          <Positions title={t("markedForLater")} positions={marked} canGo={canGo} onGo={go} />
        </div>
      )}
    </Dialog>
  );
}
