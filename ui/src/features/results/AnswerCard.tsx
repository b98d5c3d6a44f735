import { CircleCheck, CircleDashed, CircleDot, CircleSlash, CircleX, Clock, Sparkles } from "lucide-react";
import type { AnswerStatus, ResultAnswer } from "@/api/types";
import { GivenAnswer } from "@/features/question-kinds/given/GivenAnswer";
import { statusLabel } from "@/features/scoring/score";
import { KeyDetails } from "@/features/staff-shared/answers/KeyDetails";
import { QuestionText } from "@/features/staff-shared/answers/QuestionText";
import { Verdicts } from "@/features/staff-shared/answers/Verdicts";
import { kindLabel, points, spent } from "@/lib/format";
import { earnedWords } from "@/lib/score";
import { Badge, type Tone } from "@/ui/Badge";
import { markWords } from "./ranking/repairs/labels";
import { t } from "./texts";

const LOOKS: Record<AnswerStatus, { tone: Tone; Icon: typeof CircleDot }> = {
  pending: { tone: "grey", Icon: CircleDashed },
  correct: { tone: "green", Icon: CircleCheck },
  wrong: { tone: "red", Icon: CircleX },
  partial: { tone: "amber", Icon: CircleDot },
  void: { tone: "neutral", Icon: CircleSlash },
};

interface Props {
  answer: ResultAnswer;
  /** An answer arrived after the end, and no person has decided whether it counts. */
  isLateWaiting?: boolean;
}

function pointsOf({ earned, points: possible }: ResultAnswer): string {
  return earned === undefined || earned === null ? points(possible) : earnedWords(earned, possible);
}

/** Question, answer and points. Answers are rendered as text, never as markup. */
export function AnswerCard({ answer, isLateWaiting = false }: Props) {
  const { tone, Icon } = LOOKS[answer.manual_score_status];
  return (
    <article className="rounded-card border border-line bg-surface p-4">
      <header className="flex flex-wrap items-center gap-2">
        <Badge>{kindLabel(answer.question_type)}</Badge>
        <span className="text-muted text-xs tabular-nums">{pointsOf(answer)}</span>
        <span className="flex items-center gap-1 text-muted text-xs tabular-nums" title={t("timeSpent")}>
          <Clock aria-hidden="true" className="size-3" />
          <span className="sr-only">
            {t(answer.seconds === undefined ? "timeNotKnown" : "timeSpentLabel")}{" "}
          </span>
          {spent(answer.seconds)}
        </span>
        <span className="ms-auto flex flex-wrap gap-2">
          {answer.scored_by_ai && (
            <Badge tone="violet" icon={<Sparkles aria-hidden="true" className="size-3" />}>
              {t("scoredByAi")}
            </Badge>
          )}
          <Badge tone={tone} icon={<Icon aria-hidden="true" className="size-3" />}>
            {statusLabel(answer.manual_score_status)}
          </Badge>
        </span>
      </header>
      {answer.repair && (
        <p dir="auto" className="toned tone-blue mt-2 break-words rounded-control px-3 py-2 text-sm">
          {markWords(answer.repair)}
        </p>
      )}
      <QuestionText asked={answer} number={answer.number} className="mt-2" />
      <div className="mt-3">
        <p className="mb-1 text-muted text-xs">{t("answer")}</p>
        {isLateWaiting && answer.answer.trim() === "" ? (
          <p className="text-muted italic">{t("lateWaits")}</p>
        ) : (
          <GivenAnswer detail={answer} />
        )}
        {isLateWaiting && answer.answer.trim() !== "" && (
          <p className="mt-1 text-muted text-xs">{t("lateWaitsThisCounts")}</p>
        )}
      </div>
      {answer.judging && <Verdicts judging={answer.judging} />}
      <KeyDetails detail={answer} correct={answer.manual_score_status === "correct"} />
      {answer.review_comments && (
        <div className="mt-3 border-line border-t pt-3">
          <p className="mb-1 text-muted text-xs">{t("comment")}</p>
          <p dir="auto" className="whitespace-pre-wrap">
            {answer.review_comments}
          </p>
        </div>
      )}
    </article>
  );
}
