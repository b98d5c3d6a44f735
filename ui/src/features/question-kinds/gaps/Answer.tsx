import { useLayoutEffect, useRef } from "react";
import type { CandidateGap } from "@/api/questions";
import { languageTag } from "@/i18n";
import { printParts, readParts } from "@/lib/answer";
import { cleanAnswer } from "@/lib/answer-text";
import { formatList } from "@/lib/format";
import type { ShownText } from "@/lib/translated";
import type { Content } from "@/ui/rich-text/content";
import { GAP_MARKER, GapProvider, Gapped } from "@/ui/rich-text/gaps";
import { drawnTexts } from "@/ui/rich-text/plain";
import { Tree } from "@/ui/rich-text/RichTree";
import type { KindProps } from "../answer/props";
import { Unreadable } from "../answer/Unreadable";
import { readNumber } from "../numeric/number";
import { t } from "../texts";

const fits = (gaps: CandidateGap[]) => (id: string, text: string) => {
  const gap = gaps.find((g) => g.id === id);
  return gap?.kind === "choice" ? Boolean(gap.options?.some((option) => option.id === text)) : Boolean(gap);
};

/** Gaps whose marker is nowhere that a field can be drawn, such as in a formula. */
function unplaced(gaps: CandidateGap[], content: unknown): CandidateGap[] {
  if (content === undefined) return [];
  const markers = drawnTexts(content).flatMap((text) => [...text.matchAll(GAP_MARKER)].map(([, id]) => id));
  return gaps.filter(({ id }) => !markers.includes(id));
}

/** The question's text with fields in its gaps. */
export function GapsAnswer({ question, answer, onChoose }: KindProps) {
  const { gaps = [], content, lang } = question;
  const ids = gaps.map(({ id }) => id);
  const parts = readParts(answer, fits(gaps));
  const number = (gap: CandidateGap) => gaps.indexOf(gap) + 1;
  const name = (gap: CandidateGap) => t("gap", { number: number(gap) });
  const holding = useFocusKept(lang);
  const field = (gap: CandidateGap) => (
    <GapField
      gap={gap}
      lang={lang}
      {...holding(gap.id)}
      label={t("gapOf", { number: number(gap), total: gaps.length })}
      text={parts?.get(gap.id) ?? ""}
      // An entry of a JSON text is cleaned by nothing else.
      onChange={(text) => onChoose(printParts(new Map(parts).set(gap.id, cleanAnswer(text)), ids))}
    />
  );
  const odd = gaps.filter(({ id, kind }) => {
    const text = parts?.get(id) ?? "";
    return kind === "number" && text.trim() !== "" && !readNumber(text);
  });
  return (
    <>
      {!parts && <Unreadable answer={answer} />}
      <GapProvider
        value={(id) => {
          const gap = gaps.find((g) => g.id === id);
          return gap && field(gap);
        }}
      >
        <GappedText content={content} source={question.question} lang={lang} />
      </GapProvider>
      {unplaced(gaps, content).map((gap) => (
        <p key={gap.id} className="mt-2 text-sm">
          {name(gap)}: {field(gap)}
        </p>
      ))}
      <p role="status" className="mt-2 min-h-4 text-muted text-xs">
        {odd.length > 0 && t("gapsNotNumbers", { gaps: formatList(odd.map(name)) })}
      </p>
    </>
  );
}

type Control = HTMLInputElement | HTMLSelectElement;

/** In another language the text is another tree: the field that had the focus may be another element. */
function useFocusKept(lang: string | undefined) {
  const fields = useRef(new Map<string, Control>());
  const focused = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each language
  useLayoutEffect(() => {
    if (focused.current !== undefined) fields.current.get(focused.current)?.focus({ preventScroll: true });
  }, [lang]);
  return (id: string) => ({
    hold: (field: Control | null) => {
      if (field) fields.current.set(id, field);
    },
    onFocus: () => {
      focused.current = id;
    },
    onBlur: () => {
      focused.current = undefined;
    },
  });
}

const TEXT = "max-w-[70ch] text-base text-ink leading-11";

/** Draws the tree itself: a text that is replaced once a module has loaded would lose the focus in it. */
function GappedText({ content, source, lang }: ShownText) {
  if (content) return <Tree content={content as Content} lang={lang} className={TEXT} />;
  return (
    <p dir="auto" lang={lang} className={`whitespace-pre-wrap ${TEXT}`}>
      <Gapped text={source} />
    </p>
  );
}

interface GapFieldProps {
  gap: CandidateGap;
  /** Language of the text around it, and of its options. */
  lang: string | undefined;
  label: string;
  text: string;
  hold(field: Control | null): void;
  onFocus(): void;
  onBlur(): void;
  onChange(text: string): void;
}

const LOOK = "mx-1 my-0.5 inline-block align-baseline";
/** In a cell of a table, a share of its width would be no limit. */
const LIST = "max-w-56 sm:max-w-96";

function GapField({ gap, lang, label, text, hold, onChange, ...focus }: GapFieldProps) {
  // Its name on the page, and an answer that is typed, are not in the language of the text around it.
  const own = lang && languageTag();
  if (gap.kind === "choice") {
    return (
      <select
        aria-label={label}
        lang={own}
        ref={hold}
        value={text}
        {...focus}
        onChange={(event) => onChange(event.target.value)}
        className={`control w-auto! ${LIST} ${LOOK}`}
      >
        <option value="">{t("choose")}</option>
        {gap.options?.map((option) => (
          <option key={option.id} value={option.id} lang={lang} dir="auto">
            {option.text}
          </option>
        ))}
      </select>
    );
  }
  return (
    <input
      type="text"
      dir="auto"
      lang={own}
      translate="no"
      aria-label={label}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      inputMode={gap.kind === "number" ? "decimal" : "text"}
      ref={hold}
      value={text}
      {...focus}
      size={Math.min(Math.max(text.length + 1, gap.kind === "number" ? 8 : 14), 40)}
      onChange={(event) => onChange(event.target.value)}
      className={`control w-auto! max-w-full ${LOOK}`}
    />
  );
}
