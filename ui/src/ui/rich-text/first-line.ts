import type { Block, Content } from "./content";
import { lineOf } from "./plain";

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
