import type { FC } from "react";
import type { QuestionType } from "@/api/types";
import { ClearAnswer } from "../ClearAnswer";
import { CodeAnswer } from "../CodeAnswer";
import { limitWords } from "../limit-labels";
import type { KindProps } from "../props";
import { GapsAnswer } from "./GapsAnswer";
import { MatchingAnswer } from "./MatchingAnswer";
import { MultipleResponse } from "./MultipleResponse";
import { NumericAnswer } from "./NumericAnswer";
import { OrderingAnswer } from "./OrderingAnswer";
import { ShortTextAnswer } from "./ShortTextAnswer";

/** Fields with one text, which can be cleared like any other. */
const TYPED: Partial<Record<QuestionType, FC<KindProps>>> = {
  coding: CodeAnswer,
  numeric: NumericAnswer,
  short_text: ShortTextAnswer,
};

const CHOSEN: Partial<Record<QuestionType, FC<KindProps>>> = {
  multiple_response: MultipleResponse,
  ordering: OrderingAnswer,
  matching: MatchingAnswer,
  gaps: GapsAnswer,
};

/** The answer field of a question that is not part of the first paint. */
export function KindAnswer(props: KindProps) {
  const { question, answer, overLimit, onChoose } = props;
  const Typed = TYPED[question.type];
  if (Typed) return <Typed {...props} />;
  const Chosen = CHOSEN[question.type];
  // A page that is older than its server.
  if (!Chosen) return <ShortTextAnswer {...props} />;
  return (
    <div>
      <Chosen {...props} />
      {overLimit && (
        <p role="alert" className="mt-1.5 font-medium text-error text-xs">
          {limitWords()}
        </p>
      )}
      <ClearAnswer shown={answer !== ""} onClear={() => onChoose("")} />
    </div>
  );
}
