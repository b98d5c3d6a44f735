import { Check, CircleSlash2, X } from "lucide-react";
import type { Ref } from "react";
import type { ReviewStatus, ScoringAnswer } from "@/api/types";
import { Button } from "@/ui/Button";
import { PartialPoints } from "./PartialPoints";
import { t } from "./texts";
import type { Marking } from "./useMarking";

interface Props {
  answer: ScoringAnswer;
  marking: Marking;
  /** The points follow from a rubric unless some are typed. */
  rubric: boolean;
  /** Shows the digits that press the buttons. */
  keyed: boolean;
  pointsRef?: Ref<HTMLInputElement>;
}

const KEYS = { correct: "1", partial: "2", wrong: "3" };
const ICONS = { correct: Check, partial: CircleSlash2, wrong: X };

/** Points by one press; with a rubric, a person's own points instead of its. */
export function ScoreFields({ answer, marking, rubric, keyed, pointsRef }: Props) {
  const { busy, typed, wrongPoints, setTyped, give, save } = marking;
  const digits = keyed && !rubric;
  const button = (status: ReviewStatus) => {
    const Icon = ICONS[status];
    const given = !answer.by_rubric && answer.manual_score_status === status;
    return (
      <Button
        variant={given ? "primary" : "secondary"}
        aria-pressed={given}
        aria-keyshortcuts={digits ? KEYS[status] : undefined}
        icon={<Icon aria-hidden="true" className="size-4 max-sm:hidden" />}
        className="max-sm:px-2! xl:px-3!"
        onClick={() => give(status)}
      >
        {digits && `${KEYS[status]} `}
        {t(status)}
      </Button>
    );
  };
  return (
    <fieldset className="min-w-0 sm:self-end" aria-busy={busy || undefined}>
      <legend className="mb-1.5 font-medium text-sm">{rubric ? t("ownPoints") : t("score")}</legend>
      <div className="flex flex-wrap items-start gap-1.5 sm:gap-2">
        {button("correct")}
        <div className="flex items-start gap-1.5 sm:gap-2">
          <PartialPoints
            ref={pointsRef}
            points={answer.points}
            value={typed}
            wrong={wrongPoints}
            onChange={setTyped}
            onGive={() => (rubric ? save() : give("partial"))}
          />
          {button("partial")}
        </div>
        {button("wrong")}
      </div>
    </fieldset>
  );
}
