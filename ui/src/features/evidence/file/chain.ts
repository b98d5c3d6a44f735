// The chain of all saves (docs/evidence.md#chain).

import { t } from "../texts";
import { type Bytes, fromHex, joined, longOf, sha256, toHex, utf8 } from "./bytes";
import { applied } from "./changes";
import type { Answers, Chain, Save } from "./documents";

const START = utf8("invigil-history-start-1");
const LINK = utf8("invigil-history-link-1");
const NOTHING: Bytes = new Uint8Array();
/** Saves that are hashed at the same time. */
const BATCH = 256;
/** Saves that count: in time, or from before there was history. */
const COUNTS = [0, 4];

const counts = ({ arrival }: Save): boolean => COUNTS.includes(arrival);

const fields = (...parts: Bytes[]): Promise<Bytes> =>
  sha256(joined(...parts.flatMap((part) => [longOf(part.length), part])));

/** The head before the first save. */
function firstHead({ salt, attempt, mode, since }: Chain): Promise<Bytes> {
  const bytes = (hex: string) => fromHex(hex) ?? NOTHING;
  return fields(START, bytes(salt), bytes(attempt), utf8(mode), since === null ? NOTHING : longOf(since));
}

export interface Replayed {
  saves: Save[];
  /** Before the first save, then after each. */
  heads: string[];
  /** The last text of each question that counts. */
  texts: Map<string, string>;
  /** Late texts of each question. */
  late: Map<string, string[]>;
  /** All saves are in the history. */
  isWhole: boolean;
  head: string;
}

interface Hashed {
  save: Save;
  text: Bytes;
  edits: Bytes;
}

/** A sentence about the save that does not fit. */
export class Broken extends Error {}

async function hashed(save: Save, text: string, packed: Bytes): Promise<Hashed> {
  const [hashOfText, hashOfEdits] = await Promise.all([sha256(utf8(text)), sha256(packed)]);
  return { save, text: hashOfText, edits: hashOfEdits };
}

const next = (head: Bytes, { save, text, edits }: Hashed): Promise<Bytes> =>
  fields(
    LINK,
    head,
    longOf(save.seq),
    utf8(save.question),
    text,
    edits,
    longOf(save.at),
    new Uint8Array([save.arrival]),
  );

function checkEnd({ links, kept, kept_head, head }: Chain, saves: Save[], last: string | undefined): void {
  if (saves.length !== kept || links < kept || last !== kept_head) throw new Broken(t("noLead"));
  if (links === kept && kept_head !== head) throw new Broken(t("headMismatch"));
}

/** Replays saves that may name other heads; fails with `Broken` unless each fits. */
export async function walked(chain: Chain, saves: Save[]) {
  const texts = new Map<string, string>();
  const late = new Map<string, string[]>();
  let head = await firstHead(chain);
  const heads = [toHex(head)];
  for (let from = 0; from < saves.length; from += BATCH) {
    const batch = saves.slice(from, from + BATCH).map((save, index) => {
      const number = from + index + 1;
      if (save.number !== number) throw new Broken(t("saveMissing", { number }));
      const after = applied(texts.get(save.question) ?? "", save);
      if (!after) throw new Broken(t("saveUnfit", { number }));
      if (counts(save)) texts.set(save.question, after.text);
      else late.set(save.question, [...(late.get(save.question) ?? []), after.text]);
      return hashed(save, after.text, after.packed);
    });
    for (const link of await Promise.all(batch)) {
      head = await next(head, link);
      heads.push(toHex(head));
    }
  }
  return { heads, texts, late };
}

/** Replays all saves; fails with `Broken` unless each fits and leads to its head. */
export async function replayed(chain: Chain, saves: Save[]): Promise<Replayed> {
  const { heads, ...texts } = await walked(chain, saves);
  const wrong = saves.find((save, index) => save.head !== heads[index + 1]);
  if (wrong) throw new Broken(t("saveNoLead", { number: wrong.number }));
  checkEnd(chain, saves, heads.at(-1));
  return { saves, heads, ...texts, isWhole: chain.links === chain.kept, head: chain.head };
}

/** Answers that the history does not lead to; what cannot be compared is noted. */
export function answersProblems(history: Replayed, { answers }: Answers, notes: string[]): string[] {
  const { texts, late, saves, isWhole } = history;
  if (!isWhole) {
    notes.push(t("onlyFirst", { count: saves.length }));
    return [];
  }
  const problems: string[] = [];
  for (const { question, text } of answers) {
    if ((texts.get(question) ?? "") === text) continue;
    if (late.get(question)?.includes(text)) notes.push(t("answerLate", { question }));
    else problems.push(t("answerMismatch", { question }));
  }
  const listed = new Set(answers.map(({ question }) => question));
  for (const [question, text] of texts)
    if (text !== "" && !listed.has(question)) problems.push(t("answerMissing", { question }));
  return problems;
}

/** Finds what was removed or changed after the receipt with this head was given. */
export function receiptProblems(history: Replayed, { answers }: Answers, head: string): string[] {
  const { heads, saves, texts, isWhole } = history;
  const count = heads.indexOf(head);
  if (count < 0) return [!isWhole && head === history.head ? t("receiptNotKept") : t("receiptElsewhere")];
  const later = saves.slice(count).filter(counts);
  return [
    ...later.map(({ question, number }) => t("changedAfter", { question, number })),
    ...answers
      .filter(({ question, text }) => (texts.get(question) ?? "") !== text)
      .map(({ question }) => t("notOfReceipt", { question })),
  ];
}
