import { useEffect, useMemo, useState } from "react";
import type { Look } from "@/ui/code/highlight";

/** Longer texts are shown without colours, so that playing them stays smooth. */
const COLOURED_MAX = 20_000;

/** The looks of code, once its parser has loaded. */
export function useLooks(language: string | undefined, text: string): Look[] {
  const [found, setFound] = useState<{ language: string; looks: (text: string) => Look[] }>();
  useEffect(() => {
    if (!language) return;
    let current = true;
    import("@/ui/code/highlight")
      .then(({ highlighter }) => highlighter(language))
      .then(
        (looks) => current && looks && setFound({ language, looks }),
        () => undefined,
      );
    return () => {
      current = false;
    };
  }, [language]);
  return useMemo(
    () => (found && found.language === language && text.length <= COLOURED_MAX ? found.looks(text) : []),
    [found, language, text],
  );
}

export interface Piece {
  text: string;
  look: string | undefined;
}

/** A text in pieces of one look each, cut at a place where something stands in between. */
export function pieces(text: string, looks: readonly Look[], from: number, to: number): Piece[] {
  const found: Piece[] = [];
  let at = from;
  const add = (end: number, look: string | undefined) => {
    if (end > at) found.push({ text: text.slice(at, end), look });
    at = Math.max(at, end);
  };
  for (const one of looks) {
    if (one.to <= from || one.from >= to) continue;
    add(Math.min(Math.max(one.from, from), to), undefined);
    add(Math.min(one.to, to), one.look);
  }
  add(to, undefined);
  return found;
}
