// Characters of test files that are not seen: line ends of Windows, byte order marks, zero-width characters. Programs read
// them, so that right code may fail.

import type { TestDraft } from "./key";
import { t } from "./staff-texts";

const WIDTHLESS = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/;

/** What a text has that is not seen, in words; none without any. */
export function marksOf(text: string): string[] {
  const marks: string[] = [];
  if (text.startsWith("\uFEFF")) marks.push(t("bom"));
  if (text.includes("\r")) marks.push(t("crlf"));
  if (WIDTHLESS.test(text.replace(/^\uFEFF/, ""))) marks.push(t("unseen"));
  return marks;
}

/** The text without byte order mark, with line ends of Unix. Other characters may be meant. */
const withoutMarks = (text: string) =>
  text
    .replace(/^\uFEFF/, "")
    .replaceAll("\r\n", "\n")
    .replaceAll("\r", "\n");

const isMarked = (text: string) => withoutMarks(text) !== text;

/** Number of the tests that [`cleaned`] changes. */
export const markedTests = (tests: readonly TestDraft[]) =>
  tests.filter(({ input, output }) => isMarked(input) || isMarked(output)).length;

export const cleaned = (tests: readonly TestDraft[]): TestDraft[] =>
  tests.map((test) => ({ ...test, input: withoutMarks(test.input), output: withoutMarks(test.output) }));
