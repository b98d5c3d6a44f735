import { clsx } from "clsx";
import { ArrowLeft, ArrowRight, Bookmark, Send } from "lucide-react";
import { useEffect, useRef } from "react";
import { PaperText } from "@/features/question-kinds/answer/PaperText";
import { kindLabel, points } from "@/lib/format";
import { shownTitle } from "@/lib/translated";
import { useRest } from "@/lib/useRest";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { Steady } from "@/ui/Steady";
import { AnswerField } from "../answer/AnswerField";
import { PlainField } from "../plain";
import { sectionRules } from "../session/sections";
import { t } from "../texts";
import { useLanguages, useShown, useTake, useTakeSession } from "../useTake";
import { Passage } from "./SharedText";

export function QuestionCard({ onSubmit }: { onSubmit(): void }) {
  const session = useTakeSession();
  const position = useTake((state) => state.position);
  const total = useTake((state) => state.questions.length);
  const question = useShown(useTake((state) => state.questions[state.position]));
  const languages = useLanguages();
  const marked = useTake((state) => state.marked.includes(state.questions[state.position]?.id ?? ""));
  const passages = useTake((state) => state.passages);
  const section = useTake((state) => sectionRules()?.sectionOf(state));
  const first = useTake((state) => state.position === 0 || sectionRules()?.isShut(state, state.position - 1));
  const heading = useRef<HTMLHeadingElement>(null);
  // 'Submit Test' stands where 'Next' stood: a double click on that must not press it.
  const rested = useRest(position);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for every move
  useEffect(() => {
    // Moves keyboard and screen reader focus to the question, also to the first one after the start: the page may have
    // been scrolled to the start button.
    window.scrollTo({ top: 0 });
    heading.current?.focus({ preventScroll: true });
  }, [position]);

  if (!question) return null;
  const last = position === total - 1;
  const passage = passages.find(({ id }) => id === question.passage);
  // A question of code fills the window: its passage stands above its task.
  const beside = passage && question.type !== "coding";
  const title = section && shownTitle(section, languages);
  return (
    <section
      aria-labelledby="question-heading"
      className="take-card rounded-card border border-line bg-surface"
    >
      <header className="flex items-start gap-2 px-5 pt-3 sm:px-6">
        <div className="flex min-h-10 min-w-0 flex-1 flex-wrap items-center gap-2 py-1 sm:min-h-8">
          <h2
            id="question-heading"
            ref={heading}
            tabIndex={-1}
            className="me-1 font-semibold text-base outline-none"
          >
            {t("question", { number: position + 1 })}
          </h2>
          <Badge>{kindLabel(question.type)}</Badge>
          <span className="text-muted text-xs tabular-nums">{points(question.points)}</span>
          {title?.source && (
            <span dir="auto" lang={title.lang} className="min-w-0 break-words text-muted text-xs">
              {title.source}
            </span>
          )}
        </div>
        <Button
          variant="ghost"
          size="sm"
          className="-me-2"
          aria-pressed={marked}
          icon={<Bookmark aria-hidden="true" className="size-4" fill={marked ? "currentColor" : "none"} />}
          onClick={() => session.toggleMark(question.id)}
        >
          <span className="max-sm:sr-only">{marked ? t("markedForLater") : t("markForLater")}</span>
        </Button>
      </header>
      <div className={clsx("take-body px-5 pt-3 pb-5 sm:px-6 sm:pb-6", beside && "passage-desk")}>
        {beside && <Passage passage={passage} />}
        <div className="take-parts min-w-0 space-y-5">
          {/* The text of gaps holds its answer fields. */}
          {question.type !== "gaps" && (
            // Another question is another element: what a translator has still in work for the last one finds nothing.
            <div key={question.id} id="question-task" className="space-y-4">
              {passage && !beside && <Passage passage={passage} />}
              <PaperText
                id="question-text"
                content={question.content}
                source={question.question}
                lang={question.lang}
                className="max-w-[70ch] text-base text-ink"
              />
            </div>
          )}
          <Steady key={`answer-${question.id}`} fallback={<PlainField question={question} />}>
            <AnswerField question={question} />
          </Steady>
        </div>
      </div>
      <footer className="flex flex-wrap items-center justify-between gap-3 border-line border-t px-5 py-4 sm:px-6">
        <Button
          variant="secondary"
          disabled={first}
          icon={ArrowLeft}
          turns
          onClick={() => session.goTo(position - 1)}
        >
          {t("previous")}
        </Button>
        {last ? (
          <Button disabled={!rested} icon={Send} turns onClick={onSubmit}>
            {t("submitTest")}
          </Button>
        ) : (
          <Button onClick={() => session.goTo(position + 1)}>
            {t("next")}
            <ArrowRight aria-hidden="true" className="rtl:-scale-x-100 size-4" />
          </Button>
        )}
      </footer>
    </section>
  );
}
