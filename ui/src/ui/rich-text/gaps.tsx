import { createContext, Fragment, type ReactNode, useContext } from "react";

/** Draws the gap of an id; undefined for an unknown id. */
export type DrawGap = (id: string) => ReactNode;

const GapContext = createContext<DrawGap | null>(null);

/** Around a text in which `[[id]]` marks a gap. */
export const GapProvider = GapContext.Provider;

/** One capture, so that splitting a text yields texts and ids in turn. */
export const GAP_MARKER = /\[\[([\w-]+)\]\]/g;

/** A text whose gaps are drawn in their places. Unknown markers stay as they are. */
export function Gapped({ text }: { text: string }) {
  const draw = useContext(GapContext);
  if (!draw) return text;
  return text.split(GAP_MARKER).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes in place
    <Fragment key={index}>{index % 2 === 0 ? part : (draw(part) ?? `[[${part}]]`)}</Fragment>
  ));
}

/** A text for lists, with a line for each gap. */
export const withBlanks = (text: string) => text.replace(GAP_MARKER, "____");
