import type { QuestionType } from "@/api/questions";
import { GapsForm } from "./GapsForm";
import type { KeyDrafts } from "./keys";
import { MarkedRows } from "./MarkedRows";
import { MatchingForm } from "./MatchingForm";
import { NumberForm } from "./NumberForm";
import { OrderingForm } from "./OrderingForm";
import type { ErrorOf } from "./problem";
import { TextForm } from "./TextForm";

interface KeyFormProps {
  type: QuestionType;
  question: string;
  keys: KeyDrafts;
  errorOf: ErrorOf;
  onChange: (keys: KeyDrafts) => void;
}

/** The key of a kind that has more than one field. */
export function KeyForm({ type, question, keys, errorOf, onChange }: KeyFormProps) {
  const set = (changes: Partial<KeyDrafts>) => onChange({ ...keys, ...changes });
  switch (type) {
    case "multiple_response":
      return (
        <MarkedRows
          legend="Options"
          rows={keys.choices}
          single={false}
          pinnable
          error={errorOf("options", "correct_answers")}
          onChange={(choices) => set({ choices })}
        />
      );
    case "numeric":
      return <NumberForm number={keys.number} errorOf={errorOf} onChange={(number) => set({ number })} />;
    case "short_text":
      return <TextForm text={keys.text} errorOf={errorOf} onChange={(text) => set({ text })} />;
    case "ordering":
      return <OrderingForm items={keys.items} errorOf={errorOf} onChange={(items) => set({ items })} />;
    case "matching":
      return (
        <MatchingForm matching={keys.matching} errorOf={errorOf} onChange={(matching) => set({ matching })} />
      );
    case "gaps":
      return (
        <GapsForm question={question} gaps={keys.gaps} errorOf={errorOf} onChange={(gaps) => set({ gaps })} />
      );
    default:
      return null;
  }
}
