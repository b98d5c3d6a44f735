import { ArrowLeft, Clock, DoorClosed, Send } from "lucide-react";
import { useEffect, useRef } from "react";
import type { PaperPart } from "@/api/types";
import { PaperText } from "@/features/question-kinds/answer/PaperText";
import { points } from "@/lib/format";
import { type ShownText, shownInstructions, shownTitle } from "@/lib/translated";
import { useRest } from "@/lib/useRest";
import { Button } from "@/ui/Button";
import { t } from "../panel-texts";
import * as rules from "../session/section-rules";
import { installRules } from "../session/sections";
import { useLanguages, useSecondsLeft, useTake, useTakeSession } from "../useTake";
import { Ticker } from "./Countdown";
import { Positions } from "./Positions";
import { isAnswered } from "./progress";

installRules(rules);
const { firstOf, reach, sectionAt } = rules;

/** In a sentence of the page. */
const quoted = ({ source, lang }: ShownText) => <bdi lang={lang}>{source}</bdi>;

/** The time left of the section in view, beside that of the test. */
export function SectionTimer() {
  const ends = useTake(({ sections, entered, position }) => entered[sectionAt(sections, position)]?.ends_at);
  return ends && <Running ends={ends} key={ends} />;
}

function Running({ ends }: { ends: string }) {
  const left = useSecondsLeft(ends);
  return (
    <span className="flex items-center gap-1.5 whitespace-nowrap text-ink-2 text-xs">
      <span aria-hidden="true">{t("section")}</span>
      <Ticker left={left} label={t("leftInSection")} ofSection />
    </span>
  );
}

/** Instead of a question: the entry to the next section, or the end of all of them. */
export function SectionGate({ onSubmit }: { onSubmit(): void }) {
  const session = useTakeSession();
  const sections = useTake((state) => state.sections);
  const entered = useTake((state) => state.entered.length);
  const ended = useTake((state) => state.ended.includes(state.entered.length - 1));
  // The last question that can still be gone to.
  const back = useTake((state) => {
    const before = firstOf(state.sections, state.entered.length) - 1;
    return before >= 0 && reach(state, before) === before ? before : undefined;
  });
  const heading = useRef<HTMLHeadingElement>(null);
  // A section cannot be left unbegun: a double click on 'Next' must not begin it.
  const rested = useRest(entered);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for every gate
  useEffect(() => {
    window.scrollTo({ top: 0 });
    heading.current?.focus({ preventScroll: true });
  }, [entered]);
  const next = sections[entered];
  const before = sections[entered - 1];
  const languages = useLanguages();
  const left = shownTitle(before ?? {}, languages);
  const title = shownTitle(next ?? {}, languages);
  return (
    <section
      aria-labelledby="question-heading"
      className="space-y-4 rounded-card border border-line bg-surface px-5 py-6 sm:px-6"
    >
      {before && ended && (
        <p role="status" className="toned tone-amber rounded-control px-3 py-2 text-sm">
          {left.source
            ? t.rich("timeOverNamed", { title: quoted(left) })
            : t("timeOverNumbered", { number: entered })}
        </p>
      )}
      <h2
        id="question-heading"
        ref={heading}
        tabIndex={-1}
        dir="auto"
        lang={title.source ? title.lang : undefined}
        className="text-match font-semibold text-lg outline-none"
      >
        {title.source || (next ? t("sectionNumber", { number: entered + 1 }) : t("allSectionsOver"))}
      </h2>
      {next && <Rules next={next} number={entered + 1} />}
      {next?.instructions && (
        <PaperText {...shownInstructions(next, languages)} className="max-w-[70ch] text-base text-ink" />
      )}
      {back !== undefined && before?.one_way && (
        <>
          <p className="text-ink-2 text-sm">
            {left.source
              ? t.rich("noReturnNamed", { title: quoted(left) })
              : t("noReturnNumbered", { number: entered })}
          </p>
          <LeftBehind index={entered - 1} />
        </>
      )}
      <div className="flex justify-between gap-3 pt-2 max-sm:flex-col-reverse">
        {back !== undefined ? (
          <Button variant="secondary" icon={ArrowLeft} turns onClick={() => session.goTo(back)}>
            {t("backToQuestion", { number: back + 1 })}
          </Button>
        ) : (
          <span className="max-sm:hidden" />
        )}
        {next ? (
          <Button disabled={!rested} onClick={() => session.enter()}>
            {t("beginSection", { number: entered + 1 })}
          </Button>
        ) : (
          <Button disabled={!rested} icon={Send} turns onClick={onSubmit}>
            {t("submitTest")}
          </Button>
        )}
      </div>
    </section>
  );
}

/** What is open in a section that closes for good. */
function LeftBehind({ index }: { index: number }) {
  const session = useTakeSession();
  const { questions, sections, answers, marked } = useTake((state) => state);
  const first = firstOf(sections, index);
  const all = questions.slice(first, firstOf(sections, index + 1)).map(({ id }, place) => ({ id, place }));
  const places = (is: (id: string) => boolean) =>
    all.flatMap(({ id, place }) => (is(id) ? [first + place] : []));
  const go = (position: number) => session.goTo(position);
  return (
    <>
      <Positions title={t("unansweredInIt")} positions={places((id) => !isAnswered(answers[id]))} onGo={go} />
      <Positions title={t("markedForLaterIn")} positions={places((id) => marked.includes(id))} onGo={go} />
    </>
  );
}

/** Rules that the candidate should know before the time runs. */
function Rules({ next, number }: { next: PaperPart; number: number }) {
  const sections = useTake((state) => state.sections);
  const worth = useTake(({ questions }) => {
    const start = firstOf(sections, number - 1);
    return questions.slice(start, start + next.questions).reduce((sum, question) => sum + question.points, 0);
  });
  return (
    <div className="space-y-2 text-ink-2 text-sm">
      <p className="tabular-nums">
        {t("sectionQuestion", {
          number,
          total: sections.length,
          count: next.questions,
          points: points(worth),
        })}
      </p>
      {next.time_minutes !== undefined && (
        <p className="flex gap-2">
          <Clock aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span>{t("sectionTime", { count: next.time_minutes })}</span>
        </p>
      )}
      {next.one_way && number < sections.length && (
        <p className="flex gap-2">
          <DoorClosed aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span>{t("noReturn")}</span>
        </p>
      )}
    </div>
  );
}
