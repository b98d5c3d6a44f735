import { firstLine, lineOf } from "./plain";

/** Characters that no text has, around the number of a piece that is set aside. */
const [OPEN, CLOSE] = ["\uE000", "\uE001"];
const ASIDE = /\uE000(\d+)\uE001/g;

/** What ends the search for marks in it: escapes, code, formulas, pictures, links and autolinks. */
const PIECE =
  /\\([!-/:-@[-`{-~])|(`+)([\s\S]*?[^`])\2(?!`)|\$\$([\s\S]+?)\$\$|\$([^\s$](?:[^$\n]*[^\s$])?)\$(?!\d)|!?\[((?:[^[\]]|\[[^[\]]*\])*)\]\([^()\s]*(?:\s+"[^"]*")?\)|<((?:https?:|mailto:)[^\s<>]+)>/g;

const STRONG = /(\*\*|__)(\S(?:[\s\S]*?\S)?)\1/g;
const STARRED = /\*(\S(?:[^*]*\S)?)\*/g;
/** Not inside a word: `snake_case_name` is its own text. */
const UNDERLINED = /(^|[^\p{L}\p{N}_])_(\S(?:[^_]*\S)?)_(?![\p{L}\p{N}_])/gu;

/** Markdown of one paragraph, without its marks. */
function words(text: string): string {
  const aside: string[] = [];
  const put = (piece: string) => `${OPEN}${aside.push(piece) - 1}${CLOSE}`;
  const marked = text.replace(
    PIECE,
    (
      _,
      escaped?: string,
      _ticks?: string,
      code?: string,
      block?: string,
      tex?: string,
      named?: string,
      url?: string,
    ) => put(named === undefined ? (escaped ?? code ?? block ?? tex ?? url ?? "").trim() : words(named)),
  );
  const plain = marked.replace(STRONG, "$2").replace(STARRED, "$1").replace(UNDERLINED, "$1$2");
  return plain.replace(ASIDE, (_, place: string) => aside[Number(place)] ?? "");
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** Marks of headings, quotes and items of lists. */
const BEGINNING = /^\s*(?:(?:#{1,6}|>|[-+*]|\d{1,9}[.)])(?:\s+|$))+/;
/** A rule, the line under a heading, or the line under the head of a table. */
const RULE = /^\s*(?:[-*_=]\s*){3,}$|^\s*=+\s*$|^\s*\|?[\s:|-]*-[\s:|-]*\|[\s:|-]*$/;

/** The first paragraph of a Markdown source in one line, without its marks; of one that is code alone, its first line. */
function firstWords(source: string): string {
  const prose: string[] = [];
  let code = "";
  let fence = "";
  for (const line of source.split("\n")) {
    const [, mark = ""] = FENCE.exec(line) ?? [];
    if (fence) {
      if (mark.startsWith(fence)) fence = "";
      else code ||= line.trim();
      continue;
    }
    const isOver =
      mark || line.trim() === "" || RULE.test(line) || (prose.length > 0 && BEGINNING.test(line));
    if (isOver && prose.length > 0) break;
    if (mark) fence = mark;
    else if (!isOver || BEGINNING.test(line)) {
      const text = line
        .replace(BEGINNING, "")
        .replace(/\s+#+\s*$/, "")
        .trim();
      if (text) prose.push(text);
    }
  }
  return words(prose.join(" ")).replace(/\s+/g, " ").trim() || code;
}

interface Written {
  text: string;
  format?: string | undefined;
  /** What is still being written has no tree. */
  content?: unknown;
}

const isBare = ({ format, content }: Written) => format === "markdown" && !content;

/** An option or a prompt in one line, without the marks of Markdown. */
export const wordsOf = (written: Written) =>
  isBare(written) ? firstWords(written.text) : lineOf(written.content, written.text);

/** The first prose of a text in one line, without the marks of Markdown. */
export const firstWordsOf = (written: Written) =>
  isBare(written) ? firstWords(written.text) : firstLine(written.content, written.text);
