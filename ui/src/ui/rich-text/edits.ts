import { t } from "./editor-texts";

/** A text with its selection, as a textarea has them. */
export interface Selected {
  text: string;
  start: number;
  end: number;
}

/** Replaces a range by `insert`; selects `select` characters from `from`, counted from the start of the insertion. */
function replaced(
  state: Selected,
  range: [number, number],
  insert: string,
  from: number,
  select: number,
): Selected {
  const text = state.text.slice(0, range[0]) + insert + state.text.slice(range[1]);
  return { text, start: range[0] + from, end: range[0] + from + select };
}

/** Puts marks around the selection, or removes those that are there. An empty selection gets a placeholder. */
export function wrapped(state: Selected, before: string, after: string, placeholder: string): Selected {
  const { text, start, end } = state;
  const selected = text.slice(start, end);
  const isInside = text.slice(0, start).endsWith(before) && text.slice(end).startsWith(after);
  // The marks of bold text are no two marks of italic text.
  const isLonger = before === "*" && text.slice(0, start).endsWith("**");
  if (isInside && !isLonger) {
    const range: [number, number] = [start - before.length, end + after.length];
    return replaced(state, range, selected, 0, selected.length);
  }
  const inner = selected || placeholder;
  return replaced(state, [start, end], before + inner + after, before.length, inner.length);
}

/** The lines that the selection touches. */
function lines({ text, start, end }: Selected): [from: number, to: number] {
  // A selection that ends at the beginning of a line does not touch it.
  const last = end > start && text[end - 1] === "\n" ? end - 1 : end;
  const to = text.indexOf("\n", last);
  return [text.lastIndexOf("\n", start - 1) + 1, to === -1 ? text.length : to];
}

function eachLine(state: Selected, change: (line: string, index: number) => string): Selected {
  const [from, to] = lines(state);
  const changed = state.text.slice(from, to).split("\n").map(change).join("\n");
  return replaced(state, [from, to], changed, 0, changed.length);
}

const BULLET = /^(\s*)- /;
const ITEM = /^(\s*)(?:([-*+])|(\d{1,9})([.)]))(\s+)/;

/** Makes each selected line an item of a list, or no item if all are. */
export function listed(state: Selected): Selected {
  const [from, to] = lines(state);
  const rows = state.text.slice(from, to).split("\n");
  if (rows.every((row) => BULLET.test(row))) return eachLine(state, (line) => line.replace(BULLET, "$1"));
  return eachLine(state, (line) => (BULLET.test(line) ? line : `- ${line}`));
}

/** Moves the selected lines two columns to the right. */
export function indented(state: Selected): Selected {
  return eachLine(state, (line) => (line === "" ? line : `  ${line}`));
}

/** Moves the selected lines up to two columns to the left. */
export function outdented(state: Selected): Selected {
  return eachLine(state, (line) => line.replace(/^ {1,2}|^\t/, ""));
}

/** Puts a block on lines of its own, with a blank line before and after. */
function block(state: Selected, insert: string, from: number, select: number): Selected {
  const { text, start, end } = state;
  const gap = (near: string) => (near === "" || near === "\n\n" ? "" : near.endsWith("\n") ? "\n" : "\n\n");
  const before = gap(text.slice(Math.max(0, start - 2), start));
  const following = text.slice(end, end + 2);
  const after = following === "" || following === "\n\n" ? "" : following.startsWith("\n") ? "\n" : "\n\n";
  return replaced(state, [start, end], before + insert + after, before.length + from, select);
}

export function codeBlock(state: Selected, language: string): Selected {
  const code = state.text.slice(state.start, state.end) || t("sampleCode");
  const runs = code.match(/`{3,}/g) ?? [];
  const fence = "`".repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
  const opening = `${fence}${language}\n`;
  return block(
    state,
    `${opening}${code.replace(/\n$/, "")}\n${fence}`,
    opening.length,
    code.replace(/\n$/, "").length,
  );
}

/** A table with the selected lines as the first column, or an empty one. */
export function table(state: Selected): Selected {
  const selected = state.text.slice(state.start, state.end).trim();
  const cells = selected ? selected.split("\n").map((cell) => cell.replaceAll("|", "\\|")) : [" ", " "];
  const rows = cells.map((cell) => `| ${cell.trim()} |  |`).join("\n");
  const column = t("sampleColumn");
  return block(state, `| ${column} | ${column} |\n|---|---|\n${rows}`, 2, column.length);
}

/** A formula within the line; one on lines of its own where the selection has several. */
export function formula(state: Selected): Selected {
  const selected = state.text.slice(state.start, state.end);
  if (!selected.includes("\n")) return wrapped(state, "$", "$", "x^2");
  const inner = selected.trim();
  return block(state, `$$\n${inner}\n$$`, 3, inner.length);
}

/** A link on the selection: its text, or its address if it looks like one. Selects what is missing. */
export function link(state: Selected): Selected {
  const selected = state.text.slice(state.start, state.end);
  if (/^(https?:\/\/|mailto:)\S+$/i.test(selected)) {
    const text = t("sampleText");
    return replaced(state, [state.start, state.end], `[${text}](${selected})`, 1, text.length);
  }
  const text = selected || t("sampleText");
  return replaced(state, [state.start, state.end], `[${text}](https://)`, text.length + 3, "https://".length);
}

/** A stored picture; the caret is where its alternative text is to be written. */
export const picture = (state: Selected, hash: string): Selected =>
  replaced(state, [state.start, state.end], `![](picture:${hash})`, 2, 0);

/** Whether a picture of the text has no alternative text. */
export const hasUndescribed = (text: string) => /!\[\s*\]\(picture:/.test(text);

/**
 * Effect of Enter in a list: begins the next item, or ends the list on an empty one. Undefined outside of a list, where
 * the browser's own line break does.
 */
export function continued(state: Selected): Selected | undefined {
  if (state.start !== state.end) return undefined;
  const [from, to] = lines(state);
  const line = state.text.slice(from, to);
  const match = ITEM.exec(line);
  if (!match || state.start < from + match[0].length) return undefined;
  const [whole, space = "", bullet, number, delimiter = ".", gap = " "] = match;
  if (line.trim() === whole.trim()) return replaced(state, [from, to], "", 0, 0);
  const mark = bullet ?? `${Number(number) + 1}${delimiter}`;
  const next = `\n${space}${mark}${gap}`;
  return replaced(state, [state.start, state.end], next, next.length, 0);
}
