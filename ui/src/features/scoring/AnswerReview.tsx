import { ChevronDown, ChevronUp, UserRound } from "lucide-react";
import { useRef } from "react";
import type { ReviewStatus, Rubric, ScoringAnswer } from "@/api/types";
import { PassageText } from "@/features/staff-shared/answers/PassageText";
import { QuestionText } from "@/features/staff-shared/answers/QuestionText";
import { formatDateTime } from "@/lib/format";
import { Button, IconButton } from "@/ui/Button";
import { AnswerToScore, QuestionBadges } from "./AnswerToScore";
import { CommentField, type CommentHandle } from "./CommentField";
import { RubricPanel } from "./rubric/RubricPanel";
import { hasItems } from "./rubric/rules";
import { ScoreFields } from "./ScoreFields";
import { ScoreStatus } from "./ScoreStatus";
import type { ScoreTarget } from "./targets";
import { t } from "./texts";
import { useMarking } from "./useMarking";
import { useReviewKeys } from "./useReviewKeys";

interface Place {
  /** Counted from 1. */
  place: number;
  count: number;
  /** Whether the list has more than `count` answers. */
  more: boolean;
}

interface Props extends Place {
  answer: ScoringAnswer;
  target: ScoreTarget;
  rubric: Rubric | undefined;
  /** Whose answer it is; null where that is not shown. */
  who: string | null;
  /** RFC 3339 instant; null where it is hidden. */
  submittedAt: string | null;
  /** Answers that still wait; undefined while unknown. */
  left: number | undefined;
  /** Why the answer takes no score any more; null while it does. */
  closed: string | null;
  /** A dialog is open: shortcuts are disabled. */
  paused: boolean;
  onMove: (by: number) => void;
  onNames: () => void;
  onHelp: () => void;
  onScored: () => void;
  onAnswer: (answer: ScoringAnswer) => void;
}

function Walk({
  place,
  count,
  more,
  left,
  onMove,
}: Place & { left: number | undefined; onMove: (by: number) => void }) {
  const icon = "size-4";
  return (
    <div className="ms-auto flex items-center">
      <p aria-live="polite" className="me-3 whitespace-nowrap text-muted text-xs tabular-nums">
        {left !== undefined && (
          <span className="me-2 font-medium text-ink">{t("left", { count: left })}</span>
        )}
        {t("answerOf", { place, total: `${count}${more ? "+" : ""}` })}
      </p>
      <IconButton label={t("previousAnswer")} disabled={place <= 1} onClick={() => onMove(-1)}>
        <ChevronUp aria-hidden="true" className={icon} />
      </IconButton>
      <IconButton label={t("nextAnswer")} disabled={place >= count} onClick={() => onMove(1)}>
        <ChevronDown aria-hidden="true" className={icon} />
      </IconButton>
    </div>
  );
}

/** One answer to the question; every action has a keyboard shortcut. */
export function AnswerReview(props: Props) {
  const { answer, rubric, target, who, submittedAt, closed, onAnswer, onScored } = props;
  const marking = useMarking({ answer, rubric, target, onAnswer, onScored });
  const comment = useRef<CommentHandle>(null);
  const pointsField = useRef<HTMLInputElement>(null);
  useReviewKeys({
    ...props,
    marking,
    comment,
    points: pointsField,
    full: answer.points,
    isClosed: closed !== null,
  });
  const byItems = hasItems(rubric);
  const isWide = byItems && closed === null;
  const take = (status: ReviewStatus, score: number) => marking.give(status, String(score));

  return (
    <article aria-labelledby="reviewed-question" className="rounded-card border border-line bg-surface">
      <header className="border-line border-b p-5">
        <div className="flex flex-wrap items-center gap-2">
          <QuestionBadges answer={answer} />
        </div>
        {answer.passage && (
          <div className="mt-3">
            <PassageText passage={answer.passage} />
          </div>
        )}
        <QuestionText
          id="reviewed-question"
          level={2}
          asked={answer}
          number={answer.number}
          className="mt-2 max-w-[72ch] font-medium"
        />
      </header>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-b bg-subtle/40 px-5 py-2.5">
        {who !== null && (
          <>
            <UserRound aria-hidden="true" className="size-4 shrink-0 text-muted" />
            <p className="min-w-0 truncate font-medium text-sm">
              <bdi>{who}</bdi>
            </p>
          </>
        )}
        {submittedAt !== null && (
          <p className="text-muted text-xs tabular-nums max-sm:hidden">{formatDateTime(submittedAt)}</p>
        )}
        <ScoreStatus answer={answer} />
        <Walk {...props} />
      </div>
      <div className={isWide ? "grid gap-5 p-5 lg:grid-cols-[1fr_22rem]" : "p-5"}>
        <div className="min-h-40 min-w-0 space-y-4">
          <AnswerToScore answer={answer} target={target} rubric={rubric} marking={marking} onTake={take} />
        </div>
        {isWide && (
          <RubricPanel
            keyed
            rubric={rubric}
            full={answer.points}
            chosen={marking.chosen}
            onChange={marking.setChosen}
          />
        )}
      </div>
      {closed !== null && (
        <p className="border-line border-t bg-subtle/40 p-5 text-ink-2 text-sm">{closed}</p>
      )}
      {closed === null && (
        <div className="grid gap-4 border-line border-t bg-subtle/40 p-5 lg:grid-cols-[1fr_auto]">
          <CommentField label={t("commentsKey")} marking={marking} rubric={rubric} handle={comment} />
          <div className="flex flex-col gap-3 self-end">
            <ScoreFields keyed answer={answer} marking={marking} rubric={byItems} pointsRef={pointsField} />
            <div className="flex flex-wrap items-center justify-end gap-3">
              <span aria-hidden="true" className="text-muted text-xs max-sm:hidden">
                {t("ctrlEnter")}
              </span>
              <Button aria-keyshortcuts="Control+Enter" busy={marking.busy} onClick={marking.save}>
                {t("saveNext")}
              </Button>
            </div>
          </div>
        </div>
      )}
    </article>
  );
}
