import { createElement, Fragment, type ReactNode, useSyncExternalStore } from "react";
import type { Catalog } from "./catalog";
import { format, type Values } from "./message";
import type { StaffCatalog } from "./staff/catalog";
import type { Texts } from "./typed";

/** Messages of one part of the page, in the syntax of ICU, by key. */
export type Messages = Readonly<Record<string, string>>;

/** A language of the page with its messages by part; what it lacks is shown in English. */
export interface Language {
  /** BCP 47, such as "pt-BR". */
  tag: string;
  direction: "ltr" | "rtl";
  parts: Partial<Catalog & StaffCatalog>;
}

/** English is bound to the code that shows it, so that no page downloads the texts of another. */
export const ENGLISH: Language = { tag: "en", direction: "ltr", parts: {} };

let current = ENGLISH;
const listeners = new Set<() => void>();

/** Tag of the language in which the page is shown. */
export const languageTag = () => current.tag;

/** Between two sentences: a full stop of Japanese or Chinese brings its own space. */
export const sentenceGap = () => (/^(ja|zh)/.test(current.tag) ? "" : " ");

/** Shows the page in another language. */
export function show(language: Language): void {
  current = language;
  document.documentElement.lang = language.tag;
  document.documentElement.dir = language.direction;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const shown = () => current;

/** Changes with the language, and when more of it has been loaded: what is made of texts and memoized depends on it. */
export const useTexts = () => useSyncExternalStore(subscribe, shown);

/** Renders a screen again when the language, or more of it, is shown: once at its top, and in what it memoizes. */
export const useLanguage = () => useTexts().tag;

/** A message that only the other languages have, since English is what the server says; undefined in English. */
export function translated(
  part: keyof Catalog | keyof StaffCatalog,
  key: string,
  values: Values<string> = {},
): string | undefined {
  const own = (current.parts as Record<string, Messages | undefined>)[part]?.[key];
  return own && format(current.tag, own, values, (inside) => inside.join("")).join("");
}

const inRow = (pieces: ReactNode[]) => createElement(Fragment, null, ...pieces);

/** Binds the English messages of a part: the function returns a text in the language of the page. */
export function texts<const M extends Messages>(
  part: keyof Catalog | keyof StaffCatalog,
  english: M,
): Texts<M> {
  const pieces = <V>(key: string, values: Values<V> = {}, join: (pieces: (string | V)[]) => V) => {
    const own = (current.parts as Record<string, Messages | undefined>)[part]?.[key];
    if (own !== undefined) {
      try {
        return format(current.tag, own, values, join);
      } catch {
        // A translation that is malformed must not take the page with it.
      }
    }
    return format("en", english[key] ?? "", values, join);
  };
  const text = (key: string, values?: Values<string>) =>
    pieces(key, values, (inside) => inside.join("")).join("");
  const rich = (key: string, values?: Values<ReactNode>) => inRow(pieces(key, values, inRow));
  return Object.assign(text, { rich }) as unknown as Texts<M>;
}
