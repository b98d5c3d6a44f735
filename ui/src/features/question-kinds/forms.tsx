import type { FC } from "react";
import type { QuestionType } from "@/api/questions";
import { CodingForm } from "./coding/Form";
import { MarkedRows } from "./form/MarkedRows";
import type { FormProps } from "./form/props";
import { GapsForm } from "./gaps/Form";
import type { KeyDrafts } from "./keys";
import { MatchingForm } from "./matching/Form";
import { OptionsForm } from "./multiple-choice/Form";
import { NumberForm } from "./numeric/Form";
import { OrderingForm } from "./ordering/Form";
import { TextForm } from "./short-text/Form";
import { t } from "./staff-texts";

/** The form of a kind with a draft of its own in `KeyDrafts`. */
const keyForm = (Form: FC<FormProps & { keys: KeyDrafts; set: (changes: Partial<KeyDrafts>) => void }>) =>
  function KeyForm(props: FormProps) {
    const { keys } = props.draft;
    return (
      <Form {...props} keys={keys} set={(changes) => props.onChange({ keys: { ...keys, ...changes } })} />
    );
  };

/** The form of each key; null where there is no key. */
export const FORMS: Record<QuestionType, FC<FormProps> | null> = {
  multiple_choice: OptionsForm,
  multiple_response: keyForm(({ keys, set, errorOf }) => (
    <MarkedRows
      legend={t("options")}
      rows={keys.choices}
      single={false}
      pinnable
      error={errorOf("options", "correct_answers")}
      onChange={(choices) => set({ choices })}
    />
  )),
  short_text: keyForm(({ keys, set, errorOf }) => (
    <TextForm text={keys.text} errorOf={errorOf} onChange={(text) => set({ text })} />
  )),
  gaps: keyForm(({ draft, keys, set, errorOf }) => (
    <GapsForm
      question={draft.question}
      gaps={keys.gaps}
      errorOf={errorOf}
      onChange={(gaps) => set({ gaps })}
    />
  )),
  essay: null,
  coding: CodingForm,
  numeric: keyForm(({ keys, set, errorOf }) => (
    <NumberForm number={keys.number} errorOf={errorOf} onChange={(number) => set({ number })} />
  )),
  ordering: keyForm(({ keys, set, errorOf }) => (
    <OrderingForm items={keys.items} errorOf={errorOf} onChange={(items) => set({ items })} />
  )),
  matching: keyForm(({ keys, set, errorOf }) => (
    <MatchingForm matching={keys.matching} errorOf={errorOf} onChange={(matching) => set({ matching })} />
  )),
};
