import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { useLanguage } from "@/i18n";
import { FormattedText } from "./FormattedText";
import { type DrawGap, GapProvider, Gapped } from "./gaps";
import { t } from "./texts";

/** In the language of the page, within a text of another one. */
function GapWord() {
  return (
    <span lang={useLanguage()} className="sr-only">
      {t("gap")}{" "}
    </span>
  );
}

/** Draws a gap as a blank with its id, where nothing is filled in. */
export const blankOf =
  (ids: string[]): DrawGap =>
  (id) =>
    ids.includes(id) ? (
      <span className="mx-0.5 inline-block min-w-14 rounded border border-line-strong border-dashed px-2 text-center text-muted text-xs">
        <GapWord />
        {id}
      </span>
    ) : undefined;

interface AskedTextProps extends ComponentProps<typeof FormattedText> {
  gaps?: { id: string }[] | undefined;
}

/** The text of a question for those who only read it: its gaps are blanks. */
export function AskedText({ gaps = [], ...text }: AskedTextProps) {
  if (gaps.length === 0) return <FormattedText {...text} />;
  return (
    <GapProvider value={blankOf(gaps.map(({ id }) => id))}>
      {text.content ? (
        <FormattedText {...text} />
      ) : (
        <p dir="auto" lang={text.lang} className={clsx("whitespace-pre-wrap", text.className)}>
          <Gapped text={text.source} />
        </p>
      )}
    </GapProvider>
  );
}
