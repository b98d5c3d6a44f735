import type { ReviewStatus, Rubric, ScoringAnswer } from "@/api/types";
import { GivenAnswer } from "@/features/question-kinds/given/GivenAnswer";
import { KeyDetails } from "@/features/staff-shared/answers/KeyDetails";
import { Verdicts } from "@/features/staff-shared/answers/Verdicts";
import { kindLabel, points } from "@/lib/format";
import { Badge } from "@/ui/Badge";
import { AiMark } from "./AiMark";
import { ConflictNotice } from "./ConflictNotice";
import { Guidance } from "./rubric/Guidance";
import { TryCopy } from "./TryCopy";
import type { ScoreTarget } from "./targets";
import type { Marking } from "./useMarking";

/** Kind, language and points of a question. */
export function QuestionBadges({ answer }: { answer: ScoringAnswer }) {
  return (
    <>
      <Badge>{kindLabel(answer.question_type)}</Badge>
      {answer.expected_language && <Badge>{answer.expected_language}</Badge>}
      <span className="text-muted text-xs tabular-nums">{points(answer.points)}</span>
    </>
  );
}

interface Props {
  answer: ScoringAnswer;
  target: ScoreTarget;
  rubric: Rubric | undefined;
  marking: Marking;
  /** Takes the score of the AI. */
  onTake: (status: ReviewStatus, score: number) => void;
}

/** An answer, and what helps to score it: verdicts, key, guidance, the score of the AI, the score of another person. */
export function AnswerToScore({ answer, target, rubric, marking, onTake }: Props) {
  return (
    <>
      <GivenAnswer detail={answer} />
      {answer.judging && <Verdicts judging={answer.judging} />}
      {answer.judging && <TryCopy key={target.key} answer={answer} target={target} />}
      <KeyDetails detail={answer} correct={false} />
      {rubric && <Guidance rubric={rubric} />}
      <AiMark answer={answer} busy={marking.busy} onTake={onTake} />
      {marking.conflict && (
        <ConflictNotice
          conflict={marking.conflict}
          rubric={rubric}
          busy={marking.busy}
          onTheirs={marking.takeTheirs}
          onMine={marking.keepMine}
        />
      )}
    </>
  );
}
