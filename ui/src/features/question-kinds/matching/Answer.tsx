import { useId } from "react";
import { type Choice, choicesOf } from "@/api/questions";
import { printParts, readParts } from "@/lib/answer";
import { firstLine, lineOf, spokenOf } from "@/ui/rich-text/plain";
import { Select, type SelectProps } from "@/ui/Select";
import { PaperText } from "../answer/PaperText";
import type { KindProps } from "../answer/props";
import { Unreadable } from "../answer/Unreadable";
import { t } from "../texts";

const has = (choices: Choice[], id: string) => choices.some((choice) => choice.id === id);
const letter = (index: number) => String.fromCharCode("A".charCodeAt(0) + index);

/** A list for each prompt, from which its option is chosen. */
export function MatchingAnswer({ question, answer, onChoose }: KindProps) {
  const { prompts = [], lang } = question;
  const options = choicesOf(question);
  const pairs = readParts(answer, (prompt, option) => has(prompts, prompt) && has(options, option));
  // A list can hold no formatting: formatted options have letters, and the lists have these beside the plain text.
  const isFormatted = options.some(({ content }) => content !== undefined);
  const entries = options.map(({ id, text, content }, index) => ({
    value: id,
    label: `${isFormatted ? `${letter(index)}: ` : ""}${lineOf(content, text)}`,
    dir: "auto" as const,
  }));
  const choose = (prompt: string, option: string) => {
    const next = new Map(pairs).set(prompt, option);
    onChoose(
      printParts(
        next,
        prompts.map(({ id }) => id),
      ),
    );
  };
  return (
    <>
      {!pairs && <Unreadable answer={answer} />}
      {isFormatted && <Letters options={options} lang={lang} />}
      <ul
        aria-label={firstLine(question.content, question.question)}
        lang={lang}
        className="flex flex-col gap-3"
      >
        {prompts.map((prompt) => (
          <Row
            key={prompt.id}
            prompt={prompt}
            entries={entries}
            lang={lang}
            chosen={pairs?.get(prompt.id) ?? ""}
            onChoose={(option) => choose(prompt.id, option)}
          />
        ))}
      </ul>
    </>
  );
}

function Letters({ options, lang }: { options: Choice[]; lang: string | undefined }) {
  return (
    <ul
      aria-label={t("options")}
      className="mb-4 flex flex-col gap-2 rounded-control bg-subtle px-4 py-3 text-sm"
    >
      {options.map(({ id, text, content }, index) => (
        <li key={id} className="flex gap-3">
          <span className="shrink-0 font-medium">{letter(index)}</span>
          <PaperText content={content} source={text} lang={lang} className="min-w-0 flex-1" />
        </li>
      ))}
    </ul>
  );
}

interface RowProps {
  prompt: Choice;
  entries: NonNullable<SelectProps["options"]>;
  lang: string | undefined;
  chosen: string;
  onChoose(option: string): void;
}

function Row({ prompt, entries, lang, chosen, onChoose }: RowProps) {
  const id = useId();
  return (
    <li className="grid gap-1.5 sm:grid-cols-2 sm:items-center sm:gap-4">
      <label htmlFor={id} className="min-w-0 text-sm">
        <PaperText inline content={prompt.content} source={prompt.text} />
      </label>
      <Select
        id={id}
        lang={lang}
        aria-label={spokenOf(prompt.content, prompt.text)}
        value={chosen}
        placeholder={t("choose")}
        options={entries}
        onChange={(event) => onChoose(event.target.value)}
      />
    </li>
  );
}
