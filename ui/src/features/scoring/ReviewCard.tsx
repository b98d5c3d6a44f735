import { useQueryClient } from "@tanstack/react-query";
import type { ReviewStatus, ScoringAnswer } from "@/api/types";
import { HistoryLink } from "@/features/staff-shared/answers/HistoryLink";
import { PassageText } from "@/features/staff-shared/answers/PassageText";
import { QuestionText } from "@/features/staff-shared/answers/QuestionText";
import { formatDateTime } from "@/lib/format";
import { Button } from "@/ui/Button";
import { AnswerToScore, QuestionBadges } from "./AnswerToScore";
import { CommentField } from "./CommentField";
import { RubricPanel } from "./rubric/RubricPanel";
import { hasItems } from "./rubric/rules";
import { ScoreFields } from "./ScoreFields";
import { ScoreStatus } from "./ScoreStatus";
import { submissionTarget } from "./targets";
import { t } from "./texts";
import { type Marking, useMarking } from "./useMarking";

interface Props {
  submission: string;
  answer: ScoringAnswer;
  /** The history names the candidate: hidden where names are. */
  anonymous: boolean;
  onAnswer: (answer: ScoringAnswer) => void;
}

/** Who scored it last, and what is not saved yet. */
function Footer({ answer, marking }: { answer: ScoringAnswer; marking: Marking }) {
  const { manual_score_status: scored, review_comments, reviewed_at, reviewed_by } = answer;
  const isEdited = marking.comments.trim() !== (review_comments ?? "");
  const canSave = isEdited && scored !== "pending" && scored !== "void" && !answer.by_rubric;
  if (!reviewed_at && !canSave) return null;
  return (
    <div className="flex flex-wrap items-center gap-3 text-muted text-xs">
      {reviewed_at && (
        <p>
          {reviewed_by
            ? t("reviewedBy", { by: reviewed_by, at: formatDateTime(reviewed_at) })
            : t("reviewed", { at: formatDateTime(reviewed_at) })}
        </p>
      )}
      {canSave && (
        <Button variant="secondary" size="sm" busy={marking.busy} onClick={() => marking.give(scored)}>
          {t("saveComments")}
        </Button>
      )}
    </div>
  );
}

/** One written answer, scored with one click. */
export function ReviewCard({ submission, answer, anonymous, onAnswer }: Props) {
  const client = useQueryClient();
  const { rubric } = answer;
  const target = submissionTarget(client, submission, answer.id);
  const marking = useMarking({ answer, rubric, target, onAnswer });
  const byItems = hasItems(rubric);
  const take = (status: ReviewStatus, score: number) => {
    marking.setTyped(String(score));
    marking.give(status, String(score));
  };
  return (
    <article
      aria-label={t("question", { number: answer.number })}
      // The score stands beside the answer where both have room, in view while a long one is read.
      className="grid overflow-clip rounded-card border border-line bg-surface xl:grid-cols-[minmax(0,1fr)_28.5rem]"
    >
      <div className="min-w-0 space-y-4 p-5">
        <div className="flex flex-wrap items-center gap-2">
          <QuestionBadges answer={answer} />
          <span className="ms-auto">
            <ScoreStatus answer={answer} />
          </span>
        </div>
        {answer.passage && <PassageText passage={answer.passage} />}
        <QuestionText level={3} asked={answer} number={answer.number} className="max-w-[72ch] font-medium" />
        <AnswerToScore answer={answer} target={target} rubric={rubric} marking={marking} onTake={take} />
      </div>
      <div className="min-w-0 border-line bg-subtle/40 p-5 max-xl:border-t xl:border-s">
        <div className="space-y-4 xl:sticky xl:top-30">
          {byItems && (
            <div className="max-w-xl space-y-3">
              <RubricPanel
                keyed={false}
                rubric={rubric}
                full={answer.points}
                chosen={marking.chosen}
                onChange={marking.setChosen}
              />
              <Button busy={marking.busy} onClick={marking.save}>
                {t("saveScore")}
              </Button>
            </div>
          )}
          <CommentField label={t("comments")} hint={t("commentsHint")} marking={marking} rubric={rubric} />
          <ScoreFields answer={answer} marking={marking} rubric={byItems} keyed={false} />
          <Footer answer={answer} marking={marking} />
          {!anonymous && answer.answer.trim() !== "" && (
            <HistoryLink submission={submission} question={answer.id} />
          )}
        </div>
      </div>
    </article>
  );
}
