// A question as candidates get it in another language, by the rules of papers: all of it or none, each text of a passage by itself.
import type { Choice, Question, TranslatedQuestion } from "@/api/questions";
import type { SourceText, Test, TestTranslations, TextFormat } from "@/api/types";
import { type Passage, passagesOf, readContent, sectionsOf } from "@/features/questions/content/sections";
import type { Languages } from "@/lib/translated";
import { type Edits, keyOf, savedText, stateOf, type TextState } from "./texts-of-test";

/** A question, and the passage that it is about. */
export interface Asked {
  question: Question;
  passage?: Passage | undefined;
}

/** Numbers of texts that are shown in the original. */
type Lacks = Record<Exclude<TextState, "current"> | "unsaved", number>;

/** A question and its passage as far as a language has them. */
export interface Reading extends Languages {
  /** Undefined where candidates read the original. */
  question: TranslatedQuestion | undefined;
  passage: { title?: string; text?: string };
  lacks: Lacks;
  /** Texts of the passage that lack a translation. */
  passageLacks: Lacks;
}

/** The fixed questions of a test by the keys of their groups; those of pools are in the bank. */
export function askedIn(test: Test): ReadonlyMap<string, Asked> {
  const asked = sectionsOf(readContent(test)).flatMap((section) =>
    section.items.flatMap((item): [string, Asked][] => {
      if (item.kind === "pool") return [];
      const passage = passagesOf(section).find(({ id }) => id === item.passage);
      return [[`question:${item.question.id}`, { question: item.question, passage }]];
    }),
  );
  return new Map(asked);
}

/** The passage that the first pool of a question of the bank is about. */
export function passageOfPool(test: Test, id: string, tags: readonly string[]): Passage | undefined {
  for (const section of sectionsOf(readContent(test))) {
    const pool = section.items.find(
      (item) =>
        item.kind === "pool" &&
        (item.by === "questions"
          ? item.question_ids.includes(id)
          : item.tags.every((tag) => tags.includes(tag))),
    );
    if (pool) return passagesOf(section).find((passage) => passage.id === pool.passage);
  }
  return undefined;
}

/** Finds translations by their sources: one that moves within its question stays what it is. */
function reader(rows: readonly SourceText[], language: string, edits: Edits) {
  const lacks: Lacks = { unsaved: 0, changed: 0, missing: 0 };
  const read = (part: SourceText["part"], at: string, source: string, format: TextFormat = "plain") => {
    const text = source.trim();
    if (text === "") return undefined;
    const same = rows.filter(
      (row) => row.part === part && row.source.trim() === text && (row.format ?? "plain") === format,
    );
    const row = same.find((one) => one.at === at) ?? same[0];
    const edit = row && edits[keyOf(row)];
    const state = row ? stateOf(row, language, edit) : "unsaved";
    if (row && state === "current") return (edit?.text ?? savedText(row, language)).trim();
    if (state !== "current") lacks[state] += 1;
    return undefined;
  };
  return { lacks, read };
}

/** The reading with what is typed and not saved, if there is any. */
export function readingOf(
  { question, passage }: Asked,
  { texts, language: source }: Pick<TestTranslations, "texts" | "language">,
  language: string,
  edits: Edits = {},
): Reading {
  const { id, format, options, prompts, gaps } = question;
  const { lacks, read } = reader(
    texts.filter(({ of }) => of === id),
    language,
    edits,
  );
  const chosen = (part: "option" | "prompt", { id, text }: Choice): Choice => ({
    id,
    text: read(part, id, text, format) ?? text,
  });
  const translation: TranslatedQuestion = {
    question: read("question", "", question.question, format) ?? question.question,
    ...(options && {
      options: options.map((option, place) =>
        typeof option === "string"
          ? (read("option", String(place), option, format) ?? option)
          : chosen("option", option),
      ),
    }),
    ...(prompts && { prompts: prompts.map((prompt) => chosen("prompt", prompt)) }),
    ...(gaps && {
      gaps: gaps.flatMap((gap) => {
        const words = gap.options?.map(({ id, text }) => ({
          id,
          text: read("gap_option", `${gap.id}/${id}`, text) ?? text,
        }));
        return words ? [{ id: gap.id, kind: gap.kind, options: words }] : [];
      }),
    }),
  };
  const beside = reader(
    texts.filter(({ of }) => of === passage?.id),
    language,
    edits,
  );
  const title = passage && beside.read("passage_title", "", passage.title);
  const text = passage && beside.read("passage", "", passage.text, passage.format);
  const isWhole = Object.values(lacks).every((count) => count === 0);
  return {
    page: language,
    source,
    question: isWhole ? translation : undefined,
    passage: { ...(title && { title }), ...(text && { text }) },
    lacks,
    passageLacks: beside.lacks,
  };
}
