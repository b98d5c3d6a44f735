import type { FC } from "react";
import type { QuestionType } from "@/api/types";
import { ClearAnswer } from "./answer/ClearAnswer";
import { limitWords } from "./answer/limit-labels";
import type { KindProps } from "./answer/props";
import type { FirstPaintKind } from "./first-paint";
import { GapsAnswer } from "./gaps/Answer";
import { MatchingAnswer } from "./matching/Answer";
import { MultipleResponse } from "./multiple-response/Answer";
import { NumericAnswer } from "./numeric/Answer";
import { OrderingAnswer } from "./ordering/Answer";
import { ShortTextAnswer } from "./short-text/Answer";

/** A field of several parts, with one button that clears them all. */
const chosen = (Parts: FC<KindProps>) =>
  function Chosen(props: KindProps) {
    return (
      <div>
        <Parts {...props} />
        {props.overLimit && (
          <p role="alert" className="mt-1.5 font-medium text-error text-xs">
            {limitWords()}
          </p>
        )}
        <ClearAnswer shown={props.answer !== ""} onClear={() => props.onChoose("")} />
      </div>
    );
  };

const ANSWERS: Record<Exclude<QuestionType, FirstPaintKind>, FC<KindProps>> = {
  numeric: NumericAnswer,
  short_text: ShortTextAnswer,
  multiple_response: chosen(MultipleResponse),
  ordering: chosen(OrderingAnswer),
  matching: chosen(MatchingAnswer),
  gaps: chosen(GapsAnswer),
};

/** The answer field of a question that is not part of the first paint. */
export function KindAnswer(props: KindProps) {
  const fields: Partial<Record<QuestionType, FC<KindProps>>> = ANSWERS;
  // A page that is older than its server.
  const Field = fields[props.question.type] ?? ShortTextAnswer;
  return <Field {...props} />;
}
