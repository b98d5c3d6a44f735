import type { Block, Content, Inline } from "./content";

const SPACE = " ";

function inlines(list: Inline[]): string {
  return list.map(inline).join("");
}

function inline(item: Inline): string {
  if (item === "br") return SPACE;
  if ("t" in item) return item.t;
  if ("code" in item) return item.code;
  if ("em" in item) return inlines(item.em);
  if ("strong" in item) return inlines(item.strong);
  if ("a" in item) return inlines(item.a[1]);
  if ("math" in item) return item.math.tex;
  return item.img[1];
}

function blocks(list: Block[]): string {
  return list.map(block).filter(Boolean).join(SPACE);
}

function block(item: Block): string {
  if (item === "hr") return "";
  if ("p" in item) return inlines(item.p);
  if ("line" in item) return inlines(item.line);
  if ("h" in item) return inlines(item.h[1]);
  if ("quote" in item) return blocks(item.quote);
  if ("ul" in item) return item.ul.map(blocks).join(SPACE);
  if ("ol" in item) return item.ol[1].map(blocks).join(SPACE);
  if ("code" in item) return item.code[1].map(([, text]) => text).join("");
  return [item.table.head, ...item.table.rows].map((row) => row.map(inlines).join(SPACE)).join(SPACE);
}

/** The text of a tree in one line, for lists and names; the source of a plain text. */
export function lineOf(content: unknown, source: string): string {
  const tree = content as Content | undefined | null;
  const text = tree && "rich" in tree ? blocks(tree.rich) : source;
  return text.replace(/\s+/g, SPACE).trim();
}

const isProse = (block: Block) => block !== "hr" && ("p" in block || "h" in block || "line" in block);

/** The first prose of a text in one line; of one without prose, all of it. */
export function firstLine(content: unknown, source: string): string {
  const tree = content as Content | undefined | null;
  if (!tree || !("rich" in tree))
    return (
      source
        .split("\n")
        .map((line) => line.trim())
        .find(Boolean) ?? ""
    );
  const first = tree.rich.find((block) => isProse(block) && lineOf({ rich: [block] }, "") !== "");
  return lineOf(first ? { rich: [first] } : tree, source);
}

/** The name of a control that a formatted text labels: a browser would leave roots and powers out. Plain text names it itself. */
export const spokenOf = (content: unknown, source: string): string | undefined =>
  content === undefined ? undefined : lineOf(content, source);

/** The pieces of text in which a gap can be drawn: neither in a formula nor in a picture. */
export function drawnTexts(content: unknown): string[] {
  if (Array.isArray(content)) return content.flatMap(drawnTexts);
  if (typeof content !== "object" || content === null || "math" in content || "img" in content) return [];
  if ("t" in content) return [String(content.t)];
  if ("code" in content) {
    const { code } = content;
    return [Array.isArray(code) ? code[1].map(([, text]: [unknown, string]) => text).join("") : String(code)];
  }
  return Object.values(content).flatMap(drawnTexts);
}
