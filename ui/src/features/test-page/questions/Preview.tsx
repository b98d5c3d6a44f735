import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CandidateQuestion, Choice, Question } from "@/api/questions";
import { PaperText } from "@/features/question-kinds/answer/PaperText";
import type { CodeProps } from "@/features/question-kinds/answer/props";
import { KindField } from "@/features/question-kinds/KindField";
import type { Passage } from "@/features/questions/content/sections";
import { preview } from "@/features/questions/form/preview";
import { t } from "@/features/tests/sections/texts";
import { kindLabel, points } from "@/lib/format";
import { useDebounced } from "@/lib/useDebounced";
import { Badge } from "@/ui/Badge";
import { Textarea } from "@/ui/Textarea";

/** Time without a key press in ms, after which the server formats the text. */
const PAUSE_MS = 600;

/** Without its key: of code the visible tests alone. */
function askedOf(question: Question, content: unknown): CandidateQuestion {
  const { tests = [], ...rest } = question;
  const shown = tests.filter(({ visible }) => visible).map(({ input = "", output }) => ({ input, output }));
  return { ...rest, content, ...(shown.length > 0 && { tests: shown }) };
}

/** The editor of code is the candidate's page's; what it begins with is shown plainly. */
function Code({ question, answer, onChange }: CodeProps) {
  const [start = ""] = Object.values(question.starter_code ?? {});
  return (
    <Textarea
      rows={10}
      aria-label={t("answer")}
      className="font-mono text-xs"
      value={answer || start}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** The tree of a text in Markdown, once its author pauses. */
function useTree(source: string, isMarkdown: boolean) {
  const text = useDebounced(source, PAUSE_MS);
  const { data } = useQuery({
    queryKey: ["question preview", text],
    queryFn: () => preview(text),
    enabled: isMarkdown && text.trim() !== "",
    retry: false,
    gcTime: 0,
  });
  return isMarkdown ? data : undefined;
}

/** Signs without which Markdown is its own source: most options have none, and cost no call. */
const MARKED = /[`*_~$[\]<>\\|#]/;

const choice = (option: string | Choice) => (typeof option === "string" ? option : option.text);

/** The trees of the options and prompts of a question in Markdown, by their sources. */
function useOptionTrees({ format, options = [], prompts = [] }: Question): ReadonlyMap<string, unknown> {
  const marked = [...new Set([...options, ...prompts].map(choice))].filter((text) => MARKED.test(text));
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

/** With the trees of its options, as the server sends it. */
function withTrees(asked: CandidateQuestion, trees: ReadonlyMap<string, unknown>): CandidateQuestion {
  const { options, prompts } = asked;
  const formatted = (one: Choice) => ({ ...one, content: trees.get(one.text) });
  return {
    ...asked,
    ...(options && {
      options: options.map((one) => (typeof one === "string" ? one : formatted(one))),
      option_contents: options.map((one) => trees.get(choice(one))),
    }),
    ...(prompts && { prompts: prompts.map(formatted) }),
  };
}

/** A question as candidates get it. It can be tried; nothing of that is kept. */
export function Preview({ question, passage }: { question: Question; passage?: Passage | undefined }) {
  const [answer, setAnswer] = useState("");
  const isMarkdown = question.format === "markdown";
  const data = useTree(question.question, isMarkdown);
  const shared = useTree(passage?.text ?? "", passage?.format === "markdown");
  const trees = useOptionTrees(question);
  const asked = withTrees(askedOf(question, isMarkdown ? (data ?? question.content) : undefined), trees);
  return (
    <section aria-label={t("preview")} className="rounded-card border border-line bg-surface">
      <header className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-2.5">
        <h3 className="me-auto font-medium text-sm">{t("asSeen")}</h3>
        <Badge>{kindLabel(question.type)}</Badge>
        <span className="text-muted text-xs tabular-nums">{points(question.points)}</span>
      </header>
      {passage && (
        <section
          aria-label={passage.title || t("passage")}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable (WCAG 2.1.1)
          tabIndex={0}
          className="max-h-60 space-y-1 overflow-y-auto border-line border-b bg-subtle px-4 py-3"
        >
          {passage.title && (
            <p dir="auto" className="font-semibold text-sm">
              {passage.title}
            </p>
          )}
          <PaperText content={shared} source={passage.text} className="text-sm" />
        </section>
      )}
      <div className="space-y-4 p-4">
        {question.type !== "gaps" && (
          <PaperText
            content={asked.content}
            source={question.question || t("appearsHere")}
            className="text-sm"
          />
        )}
        <KindField
          question={asked}
          answer={answer}
          overLimit={false}
          Code={Code}
          onChange={setAnswer}
          onChoose={setAnswer}
        />
      </div>
    </section>
  );
}
