import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import { useId, useLayoutEffect, useRef, useState } from "react";
import type { Passage as PassageOf } from "@/api/types";
import { PaperText } from "@/features/question-kinds/answer/PaperText";
import { type ShownText, shownInstructions, shownPassage, shownTitle } from "@/lib/translated";
import { t } from "../texts";
import { useLanguages, useTake } from "../useTake";

/** How each text was left: the next question about the same passage finds it as it was. */
const left = new Map<string, { top?: number; folded?: boolean }>();
const leave = (key: string, how: { top?: number; folded?: boolean }) =>
  left.set(key, { ...left.get(key), ...how });

interface SharedTextProps {
  /** Name by which its scroll position is kept. */
  name: string;
  /** The author's, or the page's own without `lang`. */
  title: Pick<ShownText, "source" | "lang">;
  text: ShownText;
  folded?: boolean;
  /** Level of its heading: above the question, or within it. */
  level: "h2" | "h3";
  className: string;
  /** Classes of the box that scrolls. */
  box: string;
}

/** A text beside or above several questions: it scrolls by itself, and can be folded. */
function SharedText({ name, title, text, folded = false, level, className, box }: SharedTextProps) {
  const Heading = level;
  const [isFolded, setFolded] = useState(left.get(name)?.folded ?? folded);
  const scroller = useRef<HTMLElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    if (scroller.current && !isFolded) scroller.current.scrollTop = left.get(name)?.top ?? 0;
  }, [name, isFolded]);
  const fold = () => {
    leave(name, { folded: !isFolded });
    setFolded(!isFolded);
  };
  return (
    <div className={clsx("min-w-0 rounded-control border border-line bg-subtle", className)}>
      <Heading>
        <button
          type="button"
          aria-expanded={!isFolded}
          aria-controls={`${id}-box`}
          className="flex min-h-10 w-full items-center gap-2 rounded-control px-4 py-2 text-start font-semibold text-ink text-sm"
          onClick={fold}
        >
          <span dir="auto" lang={title.lang} id={id} className="min-w-0 flex-1 break-words text-match">
            {title.source}
          </span>
          <ChevronDown
            aria-hidden="true"
            className={clsx("size-4 shrink-0 transition-transform", !isFolded && "rotate-180")}
          />
        </button>
      </Heading>
      <section
        ref={scroller}
        id={`${id}-box`}
        aria-labelledby={id}
        hidden={isFolded}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keyboard, too
        tabIndex={0}
        className={clsx("overflow-y-auto px-4 pb-4", box)}
        onScroll={({ currentTarget }) => leave(name, { top: currentTarget.scrollTop })}
      >
        <PaperText {...text} className="max-w-[70ch] text-base text-ink" />
      </section>
    </div>
  );
}

/** The passage that a question is about. */
export function Passage({ passage }: { passage: PassageOf }) {
  const languages = useLanguages();
  const title = shownTitle(passage, languages);
  return (
    <SharedText
      key={passage.id}
      name={passage.id}
      title={title.source ? title : { source: t("passage"), lang: undefined }}
      text={shownPassage(passage, languages)}
      level="h3"
      className="passage"
      box="passage-box"
    />
  );
}

/** What is to be known of the section in view; open at its first question. */
export function SectionInstructions() {
  const languages = useLanguages();
  const sections = useTake((state) => state.sections);
  const position = useTake((state) => state.position);
  let first = 0;
  const index = sections.findIndex(({ questions }) => {
    const isHere = position < first + questions;
    if (!isHere) first += questions;
    return isHere;
  });
  const section = sections[index];
  if (!section?.instructions) return null;
  // Where sections are entered, these were read at the entry.
  const wereRead = sections.some((one) => one.time_minutes || one.one_way);
  return (
    <SharedText
      key={`${index} ${position === first}`}
      name={`#${index}`}
      title={{ source: t("instructions"), lang: undefined }}
      text={shownInstructions(section, languages)}
      folded={wereRead || position !== first}
      level="h2"
      className="bg-surface"
      box="max-h-[50dvh]"
    />
  );
}
