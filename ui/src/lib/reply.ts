import { languageTag, sentenceGap, translated } from "@/i18n";
import { replies } from "@/i18n/en/replies";
import { format, type Values } from "@/i18n/message";

interface Known {
  key: string;
  pattern: RegExp;
  names: string[];
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

function knownOf([key, english]: [string, string]): Known {
  const names: string[] = [];
  const hole = (_: object, name: string) => {
    names.push(name);
    return { name };
  };
  const pieces = format("en", english, new Proxy({}, { get: hole }) as Values<{ name: string }>, () => ({
    name: "",
  }));
  const source = pieces.map((piece) => (typeof piece === "string" ? escaped(piece) : "(.+?)")).join("");
  return { key, pattern: new RegExp(`^${source}(?= |$)`, "s"), names };
}

let known: Known[] | undefined;

/** Sentences of the server in a reply, such as the note of a run, in the language of the page; what is not known stays. */
export function replied(note: string): string {
  if (languageTag() === "en") return note;
  known ??= Object.entries(replies).map(knownOf);
  const said: string[] = [];
  for (let rest = note; rest !== ""; ) {
    const found = first(known, rest);
    if (!found) return note;
    said.push(found.words);
    rest = rest.slice(found.length).trimStart();
  }
  return said.join(sentenceGap());
}

function first(all: Known[], text: string): { words: string; length: number } | undefined {
  for (const { key, pattern, names } of all) {
    const match = pattern.exec(text);
    const values = Object.fromEntries(names.map((name, at) => [name, match?.[at + 1] ?? ""]));
    const words = match && translated("replies", key, values);
    if (words) return { words, length: match?.[0].length ?? 0 };
  }
  return undefined;
}
