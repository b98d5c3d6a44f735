import { highlightTree, tagHighlighter, tags } from "@lezer/highlight";
import { languageSupport } from "./languages";

/** A stretch of text with a look; others have none. */
export interface Look {
  from: number;
  to: number;
  look: string;
}

/** The colours of the editor (`editor-theme.ts`). */
const LOOKS = tagHighlighter([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], class: "text-primary" },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], class: "text-success" },
  { tag: [tags.number, tags.bool, tags.atom, tags.null], class: "text-warning" },
  { tag: [tags.comment, tags.meta], class: "text-muted italic" },
  { tag: [tags.definition(tags.variableName), tags.typeName, tags.className], class: "font-semibold" },
]);

/** Finds the looks of a text in one language; nothing for a language without a parser. */
export async function highlighter(language: string): Promise<((text: string) => Look[]) | undefined> {
  const support = await languageSupport(language);
  if (!support) return undefined;
  return (text) => {
    const found: Look[] = [];
    highlightTree(support.parser.parse(text), LOOKS, (from, to, look) => found.push({ from, to, look }));
    return found;
  };
}
