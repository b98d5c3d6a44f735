import type { FC } from "react";
import type { Choice } from "@/api/questions";
import type { RepairEffect, TestQuestion } from "@/api/ranking";
import { lineWords } from "@/features/question-kinds/kind-labels";
import { Checkbox } from "@/ui/Checkbox";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { RadioGroup } from "@/ui/RadioGroup";
import { wordsOf } from "@/ui/rich-text/unmarked";
import { Select } from "@/ui/Select";
import { t } from "../tool-texts";
import { idsOf, listed, parted, partsOf } from "./parts";

interface Props {
  /** Undefined where today's test no longer has the question: its answer is typed then. */
  question: TestQuestion | undefined;
  value: string;
  error: string | undefined;
  /** Wrong answers with how often they were given; empty until that is known. */
  wrong: RepairEffect["wrong_answers"];
  onChange: (value: string) => void;
}

type Asked = Omit<Props, "error" | "question"> & { question: TestQuestion };

const choicesOf = ({ options = [] }: TestQuestion) => options.filter((option) => typeof option !== "string");
const selectable = (choices: Choice[]) =>
  choices.map((choice) => ({ value: choice.id, label: lineWords(choice) }));

function OneOf({ question, value, wrong, onChange }: Asked) {
  const texts = (question.options ?? []).filter((option) => typeof option === "string");
  const words = (text: string, place: number) =>
    wordsOf({ text, content: question.option_contents?.[place] });
  const rows = texts.map((text, place) => {
    const given = wrong.find((answer) => answer.text === text.trim());
    const hint = given && t("givenBy", { count: given.count });
    return { value: text, label: <bdi>{words(text, place)}</bdi>, hint };
  });
  return <RadioGroup label={t("rightAnswer")} options={rows} value={value || null} onChange={onChange} />;
}

function SeveralOf({ question, value, onChange }: Asked) {
  const chosen = idsOf(value);
  const set = (id: string, on: boolean) =>
    onChange(listed(on ? [...chosen, id] : chosen.filter((other) => other !== id)));
  return (
    <fieldset>
      <legend className="mb-1 font-medium text-sm">{t("rightAnswers")}</legend>
      {choicesOf(question).map((choice) => (
        <Checkbox
          key={choice.id}
          label={<bdi>{lineWords(choice)}</bdi>}
          checked={chosen.includes(choice.id)}
          onChange={(event) => set(choice.id, event.target.checked)}
        />
      ))}
    </fieldset>
  );
}

function InOrder({ question, value, onChange }: Asked) {
  const choices = choicesOf(question);
  const order = idsOf(value);
  return choices.map((choice, place) => (
    <Field key={choice.id} label={t("place", { number: place + 1 })}>
      <Select
        placeholder={t("choose")}
        options={selectable(choices)}
        value={order[place] ?? ""}
        onChange={(event) =>
          onChange(listed(choices.map((_, at) => (at === place ? event.target.value : (order[at] ?? "")))))
        }
      />
    </Field>
  ));
}

function Pairs({ question, value, onChange }: Asked) {
  const parts = partsOf(value);
  return (question.prompts ?? []).map((prompt) => (
    <Field key={prompt.id} label={<bdi>{lineWords(prompt)}</bdi>}>
      <Select
        placeholder={t("choose")}
        options={selectable(choicesOf(question))}
        value={parts[prompt.id] ?? ""}
        onChange={(event) => onChange(parted({ ...parts, [prompt.id]: event.target.value }))}
      />
    </Field>
  ));
}

function Gaps({ question, value, onChange }: Asked) {
  const parts = partsOf(value);
  return (question.gaps ?? []).map(({ id, options }, index) => {
    const set = (text: string) => onChange(parted({ ...parts, [id]: text }));
    const shown = parts[id] ?? "";
    return (
      <Field key={id} label={t("gap", { number: index + 1 })}>
        {options ? (
          <Select
            placeholder={t("choose")}
            options={selectable(options)}
            value={shown}
            onChange={(event) => set(event.target.value)}
          />
        ) : (
          <Input dir="auto" value={shown} onChange={(event) => set(event.target.value)} />
        )}
      </Field>
    );
  });
}

/** The right answer of other kinds is typed. */
const FIELDS: Partial<Record<TestQuestion["type"], FC<Asked>>> = {
  multiple_choice: OneOf,
  multiple_response: SeveralOf,
  gaps: Gaps,
  ordering: InOrder,
  matching: Pairs,
};

/** The answer that is right: all of it. */
export function RightAnswer({ question, value, error, wrong, onChange }: Props) {
  const Fields = question && FIELDS[question.type];
  if (!Fields)
    return (
      <Field label={t("rightAnswer")} error={error}>
        <Input dir="auto" value={value} onChange={(event) => onChange(event.target.value)} />
      </Field>
    );
  return (
    <section aria-label={t("rightAnswer")} className="space-y-3">
      <Fields {...{ question, value, wrong, onChange }} />
      {error && (
        <p role="alert" className="font-medium text-error text-xs">
          {error}
        </p>
      )}
    </section>
  );
}
