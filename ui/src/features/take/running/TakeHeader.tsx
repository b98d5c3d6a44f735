import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { shownTitle } from "@/lib/translated";
import { t } from "../texts";
import { useLanguages, useTake } from "../useTake";
import { Countdown } from "./Countdown";
import { isAnswered } from "./progress";
import { SaveStatus } from "./SaveStatus";

interface TakeHeaderProps {
  onPalette(): void;
  /** Other clocks than the test's, and what is said of a change of the time: loaded later. */
  timers: ReactNode;
  notice: ReactNode;
}

/** Sticky header: test, position with a button for all questions, remaining time and save status. */
export function TakeHeader({ onPalette, timers, notice }: TakeHeaderProps) {
  const test = useTake((state) => state.intro?.test);
  const { source: title, lang } = shownTitle(test ?? {}, useLanguages());
  const position = useTake((state) => state.position);
  const total = useTake((state) => state.questions.length);
  const answered = useTake((state) => state.questions.filter((q) => isAnswered(state.answers[q.id])).length);
  return (
    <header className="sticky top-0 z-20 shortest:static border-line border-b bg-surface">
      <div className="take-width mx-auto flex items-center gap-4 px-4 py-2.5 sm:px-6">
        <div className="min-w-0 flex-1 shortest:pe-20">
          <h1
            dir="auto"
            lang={lang}
            title={title}
            className="truncate text-match font-semibold text-base text-ink"
          >
            {title}
          </h1>
          <div className="relative -mb-2 flex w-fit items-center text-ink-2 text-xs tabular-nums">
            <p>{t("questionOf", { number: position + 1, total })}</p>
            <button
              type="button"
              aria-haspopup="dialog"
              aria-label={t("allQuestions")}
              className="-my-1 grid size-9 place-items-center after:absolute after:inset-0 hover:text-ink"
              onClick={onPalette}
            >
              <ChevronDown aria-hidden="true" className="size-3.5" />
            </button>
          </div>
        </div>
        <SaveStatus className="hidden max-w-1/2 sm:flex" />
        <div className="shortest:fixed end-2 top-1 z-20 flex flex-col items-end gap-1 sm:flex-row sm:items-center sm:gap-2">
          {timers}
          <Countdown />
        </div>
      </div>
      <SaveStatus className="px-4 pb-2.5 sm:hidden" />
      {notice}
      <div
        role="progressbar"
        aria-label={t("questionsAnswered")}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={answered}
        className="-mb-px h-0.5"
      >
        <div
          className="h-full bg-primary transition-[width]"
          style={{ width: `${total ? (answered / total) * 100 : 0}%` }}
        />
      </div>
    </header>
  );
}
