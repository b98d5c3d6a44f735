import { clsx } from "clsx";
import { Bookmark, Check } from "lucide-react";
import { memo, useCallback, useEffect, useRef } from "react";
import { useTake, useTakeSession } from "../useTake";
import { isAnswered } from "./progress";

interface PlaceProps {
  position: number;
  answered: boolean;
  marked: boolean;
  current: boolean;
  onGo(position: number): void;
}

const Place = memo(function Place({ position, answered, marked, current, onGo }: PlaceProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const list = button.current?.closest("ol");
    const place = button.current?.parentElement;
    if (!current || !list || !place) return;
    // scrollIntoView would move the page as well.
    list.scrollTop = place.offsetTop - list.offsetTop - list.clientHeight / 2;
  }, [current]);
  const state = `${answered ? "answered" : "unanswered"}${marked ? ", marked for later" : ""}`;
  return (
    <li>
      <button
        ref={button}
        type="button"
        aria-label={`Question ${position + 1}, ${state}`}
        aria-current={current ? "step" : undefined}
        onClick={() => onGo(position)}
        className={clsx(
          "relative grid h-10 w-full place-items-center rounded-control border font-medium text-xs tabular-nums transition-colors",
          answered
            ? "border-primary/50 bg-primary/12 text-ink"
            : "border-line-strong/70 bg-surface text-ink-2",
          "hover:border-primary",
          current && "ring-2 ring-primary ring-offset-2 ring-offset-(--background-secondary)",
        )}
      >
        {position + 1}
        {answered && (
          <Check aria-hidden="true" className="absolute right-0.5 bottom-0.5 size-3 text-primary" />
        )}
        {marked && (
          <Bookmark
            aria-hidden="true"
            fill="currentColor"
            className="absolute top-0 right-1 size-3 text-warning"
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
  const done = questions.filter((question) => isAnswered(answers[question.id])).length;
  const go = useCallback(
    (to: number) => {
      session.goTo(to);
      onGone?.();
    },
    [session, onGone],
  );
  return (
    <nav aria-label="Questions">
      <div className="mb-3 flex items-baseline justify-between gap-2">
        <h2 className="font-semibold text-sm">Questions</h2>
        <p className="text-muted text-xs tabular-nums">
          {done} of {questions.length} answered
        </p>
      </div>
      <ol className="-m-1 grid max-h-60 grid-cols-[repeat(auto-fill,minmax(2.5rem,1fr))] gap-2 overflow-y-auto p-1">
        {questions.map((question, index) => (
          <Place
            key={question.id}
            position={index}
            answered={isAnswered(answers[question.id])}
            marked={marked.includes(question.id)}
            current={index === position}
            onGo={go}
          />
        ))}
      </ol>
    </nav>
  );
}
