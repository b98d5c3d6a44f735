import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CandidateQuestion, Choice, Question } from "@/api/questions";
import { PaperText } from "@/features/question-kinds/answer/PaperText";
import type { CodeProps } from "@/features/question-kinds/answer/props";
import { CodeArea } from "@/features/question-kinds/coding/CodeArea";
import { KindField } from "@/features/question-kinds/KindField";
import type { Passage } from "@/features/questions/content/sections";
import { MARKED, preview, useTree } from "@/features/staff-shared/content-preview";
import { languageName } from "@/features/staff-shared/language-name";
import { t } from "@/features/tests/sections/texts";
import { kindLabel, points } from "@/lib/format";
import { type Languages, shownPassage, shownTitle } from "@/lib/translated";
import { type ShownQuestion, shownQuestion } from "@/lib/translated-question";
import { useDebounced } from "@/lib/useDebounced";
import { Badge } from "@/ui/Badge";
import { ReadingNote } from "../translations/ReadingNote";
import type { Reading } from "../translations/reading";

/** Time without a key press in ms, after which the server formats the text. */
const PAUSE_MS = 600;

/** Without its key: of code the visible tests alone. */
function askedOf(question: Question): CandidateQuestion {
  const { tests = [], ...rest } = question;
  const shown = tests.filter(({ visible }) => visible).map(({ input = "", output }) => ({ input, output }));
  return { ...rest, ...(shown.length > 0 && { tests: shown }) };
}

/** The editor of candidates with what it begins with, but no runs. */
function Code({ question, answer, onChange }: CodeProps) {
  const { expected_language = "", starter_code = {} } = question;
  const [first = ""] = Object.values(starter_code);
  return (
    <CodeArea
      label={t("answer")}
      language={expected_language}
      value={answer || (starter_code[expected_language] ?? first)}
      onChange={onChange}
    />
  );
}

const choice = (option: string | Choice) => (typeof option === "string" ? option : option.text);

/** The trees of the options and prompts of a question in Markdown, by their sources. */
function useOptionTrees(question: ShownQuestion): ReadonlyMap<string, unknown> {
  const { format, options = [], labels = options, prompts = [] } = question;
  const marked = [...new Set([...labels, ...prompts].map(choice))].filter((text) => MARKED.test(text));
  const sources = useDebounced(JSON.stringify(format === "markdown" ? marked : []), PAUSE_MS);
  const { data } = useQuery({
    queryKey: ["option previews", sources],
    queryFn: async () => {
      const texts: string[] = JSON.parse(sources);
      return new Map(await Promise.all(texts.map(async (text) => [text, await preview(text)] as const)));
    },
    enabled: sources !== "[]",
    retry: false,
    gcTime: 0,
  });
  return (format === "markdown" && data) || new Map<string, unknown>();
}

/** The question with its trees, as the server sends it. */
function withTrees(
  asked: ShownQuestion,
  content: unknown,
  trees: ReadonlyMap<string, unknown>,
): ShownQuestion {
  const { options, labels, prompts } = asked;
  const formatted = (one: Choice) => ({ ...one, content: trees.get(one.text) });
  return {
    ...asked,
    content,
    ...(options && {
      options: options.map((one) => (typeof one === "string" ? one : formatted(one))),
      option_contents: (labels ?? options).map((one) => trees.get(choice(one))),
    }),
    ...(prompts && { prompts: prompts.map(formatted) }),
  };
}

/** Languages of the text as it was written. */
const ORIGINAL: Languages = { page: "", source: undefined };

interface PreviewProps {
  question: Question;
  passage?: Passage | undefined;
  /** The reading in another language. */
  reading?: Reading | undefined;
}

/** A question as candidates get it. It can be tried; nothing of that is kept. */
export function Preview({ question, passage, reading }: PreviewProps) {
  const [answer, setAnswer] = useState("");
  const name = reading && languageName(reading.page);
  return (
    <section
      aria-label={name === undefined ? t("preview") : t("previewIn", { name })}
      className="min-w-0 rounded-card border border-line bg-surface"
    >
      <header className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-2.5">
        <h3 className="me-auto font-medium text-sm">{t("asSeen")}</h3>
        <Badge>{kindLabel(question.type)}</Badge>
        <span className="text-muted text-xs tabular-nums">{points(question.points)}</span>
      </header>
      {reading && <ReadingNote reading={reading} />}
      {/* The trees of another language are asked for at once. */}
      <Asked
        key={reading?.page}
        question={question}
        passage={passage}
        reading={reading}
        answer={answer}
        onAnswer={setAnswer}
      />
    </section>
  );
}

interface AskedProps extends PreviewProps {
  answer: string;
  onAnswer: (answer: string) => void;
}

function Asked({ question, passage, reading, answer, onAnswer }: AskedProps) {
  const languages = reading ?? ORIGINAL;
  const translations = reading?.question && { [reading.page]: reading.question };
  const shown = shownQuestion({ ...askedOf(question), ...(translations && { translations }) }, languages);
  const isMarkdown = question.format === "markdown";
  const tree = useTree(useDebounced(shown.question, PAUSE_MS), isMarkdown);
  const trees = useOptionTrees(shown);
  const asked = withTrees(shown, isMarkdown ? (tree ?? shown.content) : undefined, trees);
  return (
    <>
      {passage && <SharedText passage={passage} reading={reading} />}
      <div className="space-y-4 p-4">
        {question.type !== "gaps" && (
          <PaperText
            content={asked.content}
            source={asked.question || t("appearsHere")}
            lang={asked.lang}
            className="text-sm"
          />
        )}
        <KindField
          question={asked}
          answer={answer}
          overLimit={false}
          Code={Code}
          onChange={onAnswer}
          onChoose={onAnswer}
        />
      </div>
    </>
  );
}

function SharedText({ passage, reading }: { passage: Passage; reading: Reading | undefined }) {
  const languages = reading ?? ORIGINAL;
  const translations = reading ? { [reading.page]: reading.passage } : {};
  const title = shownTitle({ title: passage.title, translations }, languages);
  const text = shownPassage({ text: passage.text, translations }, languages);
  const tree = useTree(useDebounced(text.source, PAUSE_MS), passage.format === "markdown");
  return (
    <section
      aria-label={title.source || t("passage")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable (WCAG 2.1.1)
      tabIndex={0}
      className="max-h-60 space-y-1 overflow-y-auto border-line border-b bg-subtle px-4 py-3"
    >
      {title.source && (
        <p dir="auto" lang={title.lang} className="font-semibold text-sm">
          {title.source}
        </p>
      )}
      <PaperText content={tree} source={text.source} lang={text.lang} className="text-sm" />
    </section>
  );
}
