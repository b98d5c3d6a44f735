import type { SourceText, TestTranslations } from "@/api/types";
import { t } from "./texts";

/** What a person typed, or accepted, and has not saved. */
export interface Edit {
  text: string;
  /** Hash of the source beside which it was typed. */
  hash: string;
  /** The saved text when the typing began. */
  was: string;
  /** Version of the language then; 0 for a new one. */
  version: number;
}

/** By key of the text. */
export type Edits = Readonly<Record<string, Edit>>;

export type TextState = "current" | "changed" | "missing";

/** Hash of no source: what is sent with it stays marked as older than its source. */
const OTHER_SOURCE = "0".repeat(16);

export const keyOf = ({ part, of, at }: Pick<SourceText, "part" | "of" | "at">) => `${part} ${of} ${at}`;

export const savedText = (source: SourceText, language: string) => source.translations[language]?.text ?? "";

/** The state as it is saved. */
export const savedState = (source: SourceText, language: string): TextState =>
  source.translations[language]?.state ?? "missing";

/** The state with what is typed and not saved. */
export function stateOf(source: SourceText, language: string, edit: Edit | undefined): TextState {
  if (!edit) return savedState(source, language);
  if (edit.text.trim() === "") return "missing";
  return edit.hash === source.source_hash ? "current" : "changed";
}

export interface Counts {
  translated: number;
  changed: number;
  missing: number;
}

export function countsOf(texts: readonly SourceText[], language: string, edits: Edits): Counts {
  const states = texts.map((source) => stateOf(source, language, edits[keyOf(source)]));
  const count = (wanted: TextState) => states.filter((state) => state === wanted).length;
  return { translated: count("current"), changed: count("changed"), missing: count("missing") };
}

/** One text of a group, by its name in it. */
interface Row {
  key: string;
  label: string;
  source: SourceText;
}

/** The texts of one question, passage or section, or of the test itself. */
export interface Group {
  key: string;
  name: string;
  rows: Row[];
  /** Where a filter leaves only some of them. */
  all?: Row[];
}

function groupKey({ part, of }: SourceText): string {
  switch (part) {
    case "title":
    case "description":
      return "test";
    case "section_title":
    case "instructions":
      return `section:${of}`;
    case "passage_title":
    case "passage":
      return `passage:${of}`;
    default:
      return `question:${of}`;
  }
}

function groupName(key: string, { of, number }: SourceText, passages: number): string {
  if (key === "test") return t("testTexts");
  if (key.startsWith("section")) return t("section", { number: Number(of) + 1 });
  return key.startsWith("passage")
    ? t("passage", { number: passages + 1 })
    : t("question", { number: number ?? 0 });
}

const gapOf = ({ at }: SourceText) => at.split("/")[0] ?? "";

function labelOf(source: SourceText, before: readonly Row[]): string {
  const { part } = source;
  const number = 1 + before.filter(({ source: { part: other } }) => other === part).length;
  switch (part) {
    case "title":
      return t("title");
    case "description":
      return t("description");
    case "section_title":
    case "passage_title":
      return t("heading");
    case "instructions":
      return t("instructions");
    case "passage":
      return t("text");
    case "question":
      return t("questionText");
    case "option":
      return t("option", { number });
    case "prompt":
      return t("prompt", { number });
    case "gap_option": {
      const gap = gapOf(source);
      const ofGap = before.filter((row) => row.source.part === part && gapOf(row.source) === gap).length;
      return t("gapOption", { gap, number: ofGap + 1 });
    }
  }
}

/** In the order of the test. */
export function groupsOf(texts: readonly SourceText[]): Group[] {
  const groups = new Map<string, Group>();
  let passages = 0;
  for (const source of texts) {
    const key = groupKey(source);
    let group = groups.get(key);
    if (!group) {
      group = { key, name: groupName(key, source, passages), rows: [] };
      if (key.startsWith("passage")) passages += 1;
      groups.set(key, group);
    }
    group.rows.push({ key: keyOf(source), label: labelOf(source, group.rows), source });
  }
  return [...groups.values()];
}

/** A typed text; nothing is kept of one that is as it was saved. */
export function typed(edits: Edits, source: SourceText, on: Typing, text: string): Edits {
  const key = keyOf(source);
  const { [key]: before, ...others } = edits;
  const was = before?.was ?? savedText(source, on.language);
  if (text === savedText(source, on.language)) return others;
  return {
    ...others,
    [key]: { text, hash: source.source_hash, was, version: before?.version ?? on.version },
  };
}

/** A translation of an earlier source, which its reader finds right for the present one. */
export function accepted(edits: Edits, source: SourceText, on: Typing): Edits {
  const key = keyOf(source);
  const text = edits[key]?.text ?? savedText(source, on.language);
  const was = edits[key]?.was ?? savedText(source, on.language);
  return {
    ...edits,
    [key]: { text, hash: source.source_hash, was, version: edits[key]?.version ?? on.version },
  };
}

/** Texts that other tests have in this language for questions of the bank, and that it lacks here. */
export const offersOf = (texts: readonly SourceText[], language: string, edits: Edits): SourceText[] =>
  texts.filter(
    (source) => source.offered?.[language] && stateOf(source, language, edits[keyOf(source)]) !== "current",
  );

/** The edits with the offered texts, as if they were typed. */
export const takenOver = (edits: Edits, offers: readonly SourceText[], on: Typing): Edits =>
  offers.reduce(
    (all, source) => accepted(typed(all, source, on, source.offered?.[on.language] ?? ""), source, on),
    edits,
  );

/** The language that is typed in, and its version. */
export interface Typing {
  language: string;
  version: number;
}

/** One text as it is sent. */
export type SentText = Pick<SourceText, "part" | "of" | "at" | "source_hash"> & { text: string };

/** All texts of a language with the edits, as they are sent: the reply replaces all. */
export function textsToSend({ texts }: TestTranslations, language: string, edits: Edits): SentText[] {
  return texts.flatMap((source) => {
    const { part, of, at, source_hash } = source;
    const edit = edits[keyOf(source)];
    const text = edit?.text ?? savedText(source, language);
    if (text.trim() === "") return [];
    const isCurrent = savedState(source, language) === "current";
    return [{ part, of, at, source_hash: edit?.hash ?? (isCurrent ? source_hash : OTHER_SOURCE), text }];
  });
}

const FIELD = /^texts\[(\d+)\]/;

/** What the server says about single texts, by their keys. */
export function refusedTexts(
  fields: Record<string, string>,
  sent: readonly SentText[],
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, message]) => {
      const text = sent[Number(FIELD.exec(field)?.[1] ?? Number.NaN)];
      return text ? [[keyOf(text), message]] : [];
    }),
  );
}

export function isEdits(value: unknown): value is Edits {
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).every((edit) => {
    if (typeof edit !== "object" || edit === null) return false;
    const { text, hash, was, version } = edit as Record<string, unknown>;
    const words = [text, hash, was].every((one) => typeof one === "string");
    return words && typeof version === "number";
  });
}
