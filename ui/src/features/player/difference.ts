import { type Change, diff } from "@/lib/diff";

export interface Part {
  kind: Change;
  text: string;
}

/** Words, spaces and single signs. */
const TOKENS = /[\p{L}\p{N}_]+|[^\S\n]+|\n|[^\p{L}\p{N}_\s]/gu;
const tokensOf = (text: string) => text.match(TOKENS) ?? [];

/** Additions and removals between two texts, by words. */
export function difference(before: string, after: string): Part[] {
  const parts: Part[] = [];
  for (const [kind, text] of diff(tokensOf(before), tokensOf(after))) {
    const last = parts.at(-1);
    if (last?.kind === kind) last.text += text;
    else parts.push({ kind, text });
  }
  return parts;
}
