import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CandidateQuestion, Question } from "@/api/questions";
import { PaperText } from "@/features/question-kinds/answer/PaperText";
import type { CodeProps } from "@/features/question-kinds/answer/props";
import { KindField } from "@/features/question-kinds/KindField";
import { preview } from "@/features/questions/form/preview";
import type { Passage } from "@/features/tests/sections/sections";
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

/** A question as candidates get it. It can be tried; nothing of that is kept. */
export function Preview({ question, passage }: { question: Question; passage?: Passage | undefined }) {
  const [answer, setAnswer] = useState("");
  const isMarkdown = question.format === "markdown";
  const data = useTree(question.question, isMarkdown);
  const shared = useTree(passage?.text ?? "", passage?.format === "markdown");
  const asked = askedOf(question, isMarkdown ? (data ?? question.content) : undefined);
  return (
    <section aria-label={t("preview")} className="rounded-card border border-line bg-surface">
      <header className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-2.5">
        <h3 className="mr-auto font-medium text-sm">{t("asSeen")}</h3>
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
