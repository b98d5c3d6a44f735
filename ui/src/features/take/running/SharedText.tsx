import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import { useId, useLayoutEffect, useRef, useState } from "react";
import type { Passage as PassageOf } from "@/api/types";
import { PaperText } from "@/features/question-kinds/answer/PaperText";
import { t } from "../texts";
import { useTake } from "../useTake";

/** How each text was left: the next question about the same passage finds it as it was. */
const left = new Map<string, { top?: number; folded?: boolean }>();
const leave = (key: string, how: { top?: number; folded?: boolean }) =>
  left.set(key, { ...left.get(key), ...how });

interface SharedTextProps {
  /** By which its scroll position is kept. */
  name: string;
  title: string;
  content: unknown;
  source: string;
  folded?: boolean;
  className: string;
  /** Of the box that scrolls. */
  box: string;
}

/** A text beside or above several questions: it scrolls by itself, and can be folded. */
function SharedText({ name, title, content, source, folded = false, className, box }: SharedTextProps) {
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
      <h3>
        <button
          type="button"
          aria-expanded={!isFolded}
          aria-controls={`${id}-box`}
          className="flex min-h-10 w-full items-center gap-2 rounded-control px-4 py-2 text-start font-semibold text-ink text-sm"
          onClick={fold}
        >
          <span dir="auto" id={id} className="min-w-0 flex-1 break-words text-match">
            {title}
          </span>
          <ChevronDown
            aria-hidden="true"
            className={clsx("size-4 shrink-0 transition-transform", !isFolded && "rotate-180")}
          />
        </button>
      </h3>
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
        <PaperText content={content} source={source} className="max-w-[70ch] text-base text-ink" />
      </section>
    </div>
  );
}

/** The passage that a question is about. */
export function Passage({ passage }: { passage: PassageOf }) {
  return (
    <SharedText
      key={passage.id}
      name={passage.id}
      title={passage.title || t("passage")}
      content={passage.content}
      source={passage.text}
      className="passage"
      box="passage-box"
    />
  );
}

/** What is to be known of the section in view; open at its first question. */
export function SectionInstructions() {
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
      title={t("instructions")}
      content={section.instructions_content}
      source={section.instructions}
      folded={wereRead || position !== first}
      className="bg-surface"
      box="max-h-[50dvh]"
    />
  );
}
