import { clsx } from "clsx";
import { Bookmark, Check } from "lucide-react";
import { memo, useCallback, useEffect, useRef } from "react";
import { useLanguage } from "@/i18n";
import { type ShownText, shownTitle } from "@/lib/translated";
import { t } from "../panel-texts";
import { firstOf, standing } from "../session/section-rules";
import { useLanguages, useTake, useTakeSession } from "../useTake";
import { isAnswered } from "./progress";

interface PlaceProps {
  position: number;
  answered: boolean;
  marked: boolean;
  current: boolean;
  disabled: boolean;
  onGo(position: number): void;
}

const Place = memo(function Place({ position, answered, marked, current, disabled, onGo }: PlaceProps) {
  useLanguage();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const list = button.current?.closest<HTMLElement>("[data-scrolls]");
    const place = button.current?.parentElement;
    if (!current || !list || !place) return;
    // scrollIntoView would move the page as well.
    list.scrollTop = place.offsetTop - list.offsetTop - list.clientHeight / 2;
  }, [current]);
  return (
    <li>
      <button
        ref={button}
        type="button"
        aria-label={t("questionState", {
          number: position + 1,
          state: answered ? "answered" : "unanswered",
          marked: marked ? "yes" : "no",
        })}
        aria-current={current ? "step" : undefined}
        disabled={disabled}
        onClick={() => onGo(position)}
        className={clsx(
          "relative grid h-10 w-full place-items-center rounded-control border font-medium text-xs tabular-nums transition-colors",
          answered
            ? "border-primary/50 bg-primary/12 text-ink"
            : "border-line-strong/70 bg-surface text-ink-2",
          disabled ? "cursor-not-allowed opacity-50" : "hover:border-primary",
          current && "ring-2 ring-primary ring-offset-2 ring-offset-(--background-secondary)",
        )}
      >
        {position + 1}
        {answered && <Check aria-hidden="true" className="absolute end-0.5 bottom-0.5 size-3 text-primary" />}
        {marked && (
          <Bookmark
            aria-hidden="true"
            fill="currentColor"
            className="absolute top-0 end-1 size-3 text-warning"
          />
        )}
      </button>
    </li>
  );
});

/** Grid of all questions with their status; a click opens one. */
export function QuestionPalette({ onGone }: { onGone?(): void }) {
  const session = useTakeSession();
  const questions = useTake((state) => state.questions);
  const answers = useTake((state) => state.answers);
  const marked = useTake((state) => state.marked);
  const position = useTake((state) => state.position);
  const sections = useTake((state) => state.sections);
  const entered = useTake((state) => state.entered);
  const ended = useTake((state) => state.ended);
  const done = questions.filter((question) => isAnswered(answers[question.id])).length;
  const go = useCallback(
    (to: number) => {
      session.goTo(to);
      onGone?.();
    },
    [session, onGone],
  );
  const languages = useLanguages();
  const untitled: ShownText = { source: "", content: undefined, lang: undefined };
  const whole = { title: untitled, first: 0, count: questions.length, found: "open", reachable: true };
  const groups =
    sections.length === 0
      ? [whole]
      : sections.map((section, index) => {
          const { questions: count } = section;
          const title = shownTitle(section, languages);
          const found = standing({ sections, entered, ended }, index);
          const reachable = found === "open" || (found === "ahead" && index === entered.length);
          return { title, first: firstOf(sections, index), count, found, reachable };
        });
  return (
    <nav aria-label={t("questions")}>
      <div className="mb-3 flex items-baseline justify-between gap-2">
        <h2 className="font-semibold text-sm">{t("questions")}</h2>
        <p className="text-muted text-xs tabular-nums">
          {t("ofAnswered", { done, total: questions.length })}
        </p>
      </div>
      <div data-scrolls="" className="-m-1 max-h-60 space-y-3 overflow-y-auto p-1">
        {groups.map(({ title, first, count, found, reachable }, index) => (
          <div key={first}>
            {sections.length > 0 && (
              <h3 dir="auto" className="mb-1.5 break-words text-match font-medium text-ink-2 text-xs">
                {title.source ? (
                  <span lang={title.lang}>{title.source}</span>
                ) : (
                  t("sectionNumber", { number: index + 1 })
                )}
                {found !== "open" && (
                  <span className="font-normal text-muted">
                    {t(found === "over" ? "sectionOver" : "sectionNotBegun")}
                  </span>
                )}
              </h3>
            )}
            <ol className="grid grid-cols-[repeat(auto-fill,minmax(2.5rem,1fr))] gap-2">
              {questions.slice(first, first + count).map((question, place) => (
                <Place
                  key={question.id}
                  position={first + place}
                  answered={isAnswered(answers[question.id])}
                  marked={marked.includes(question.id)}
                  current={first + place === position}
                  disabled={!reachable}
                  onGo={go}
                />
              ))}
            </ol>
          </div>
        ))}
      </div>
    </nav>
  );
}
