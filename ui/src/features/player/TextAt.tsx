import { clsx } from "clsx";
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { difference } from "./difference";
import type { ShownText } from "./shown-text";
import { t } from "./texts";
import { pieces, useLooks } from "./useLooks";

interface Props {
  shown: ShownText;
  /** The text that it is compared with. */
  base: ShownText | undefined;
  /** Place of the last change in the text. */
  caret: number | undefined;
  isCode: boolean;
  /** Language of code. */
  language: string | undefined;
  label: string;
}

/** The answer at a moment, or what changed since another. Never rendered as markup. */
export function TextAt({ shown, base, caret, isCode, language, label }: Props) {
  const present = <Present {...{ shown, caret, language }} />;
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: long texts need keyboard scrolling (WCAG 2.1.1)
      tabIndex={0}
      className="h-[45dvh] min-h-48 overflow-auto rounded-card border border-line bg-surface p-4"
    >
      {shown.language && (
        <p className="mb-2 text-muted text-xs">{t("language", { language: shown.language })}</p>
      )}
      <div
        dir={isCode ? "ltr" : "auto"}
        className={clsx(
          isCode ? "whitespace-pre font-mono text-xs leading-5" : "whitespace-pre-wrap break-words leading-6",
        )}
      >
        {base ? (
          <Changes before={base.text} after={shown.text} />
        ) : isCode && shown.text !== "" ? (
          <Lines text={shown.text}>{present}</Lines>
        ) : (
          present
        )}
      </div>
    </section>
  );
}

/** Distance in pixels that a followed change keeps from the edges of its box. */
const MARGIN = 40;

/** Scrolls the box and not the page, which the viewer reads meanwhile. */
function scrollInBox(mark: HTMLElement): void {
  const box = mark.closest("section");
  if (!box) return;
  const [inner, outer] = [mark.getBoundingClientRect(), box.getBoundingClientRect()];
  const above = inner.top - MARGIN - outer.top;
  const below = inner.bottom + MARGIN - outer.bottom;
  if (above < 0) box.scrollTop += above;
  else if (below > 0) box.scrollTop += below;
}

/** Lines with their numbers: lines of code are not wrapped. */
function Lines({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="flex gap-3">
      <div aria-hidden="true" className="select-none border-line border-e pe-2 text-end text-muted">
        {Array.from(text.split("\n"), (_, at) => at + 1).join("\n")}
      </div>
      <div className="min-w-0">{children}</div>
    </div>
  );
}

interface PresentProps {
  shown: ShownText;
  caret: number | undefined;
  language: string | undefined;
}

function Present({ shown: { text, isSource }, caret, language }: PresentProps) {
  const mark = useRef<HTMLSpanElement>(null);
  const place = isSource ? caret : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the mark moves with the text
  useEffect(() => {
    if (mark.current) scrollInBox(mark.current);
  }, [place, text]);
  const looks = useLooks(language, text);
  const part = (from: number, to: number) =>
    pieces(text, looks, from, to).map(({ text: inside, look }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces are drawn as a whole
      <span key={index} className={look}>
        {inside}
      </span>
    ));
  if (text === "") return <p className="text-muted italic">{t("noAnswer")}</p>;
  if (place === undefined) return part(0, text.length);
  return (
    <>
      {part(0, place)}
      <span ref={mark} aria-hidden="true" className="-mx-px border-primary border-s-2" />
      {part(place, text.length)}
    </>
  );
}

/** Lines and not only colours mark changes. */
const DRAWN = {
  same: { Tag: "span", look: "" },
  added: { Tag: "ins", look: "bg-success/15 decoration-2 decoration-success underline-offset-2" },
  removed: { Tag: "del", look: "bg-error/15 decoration-2 decoration-error" },
} as const;

function Changes({ before, after }: { before: string; after: string }) {
  const parts = useMemo(() => difference(before, after), [before, after]);
  const first = useRef<HTMLModElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other parts have another first change
  useEffect(() => {
    if (first.current) scrollInBox(first.current);
  }, [parts]);
  const firstChange = parts.findIndex(({ kind }) => kind !== "same");
  if (parts.every(({ kind }) => kind === "same"))
    return (
      <>
        <p className="mb-2 text-muted italic">{t("noDifference")}</p>
        {after}
      </>
    );
  return parts.map(({ kind, text }, index) => {
    const { Tag, look } = DRAWN[kind];
    return (
      <Tag
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts are drawn as a whole
        key={index}
        ref={index === firstChange ? first : undefined}
        className={look}
      >
        {text}
      </Tag>
    );
  });
}
