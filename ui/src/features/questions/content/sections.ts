import type { Pool, Question, SectionInput, SectionItem, Test, TextFormat } from "@/api/types";
import { sent } from "@/features/question-kinds/sent";
import { wholeNumber } from "../form/rules";

/** A text that several questions of a section share. */
export interface Passage {
  id: string;
  title: string;
  text: string;
  format: TextFormat;
}

interface AboutPassage {
  /** Id of the passage of its section that it is about. */
  passage?: string | undefined;
}

/** A question of this test alone. */
interface WrittenItem extends AboutPassage {
  kind: "written";
  id: string;
  question: Question;
}

/** A question of the bank, in one of its versions. */
export interface PinnedItem extends AboutPassage {
  kind: "pinned";
  /** The question's id in the bank. */
  id: string;
  version: number;
  question: Question;
}

/** Questions of the bank of which each paper gets some. */
export interface PoolItem extends AboutPassage {
  kind: "pool";
  id: string;
  by: "tags" | "questions";
  tags: string[];
  question_ids: string[];
  /** As typed. */
  draw: string;
  points: string;
}

export type Item = WrittenItem | PinnedItem | PoolItem;

export interface Section {
  id: string;
  title: string;
  shuffle_questions: boolean;
  shuffle_options: boolean;
  /** Minutes of its own time, as typed; blank without one. */
  time?: string | undefined;
  /** Once left, it stays closed. */
  one_way?: boolean | undefined;
  /** Shown before its questions; absent where none are written. */
  instructions?: string | undefined;
  instructions_format?: TextFormat | undefined;
  passages?: Passage[] | undefined;
  items: Item[];
}

/** The questions of a test as the form holds them. */
export interface Content {
  /** All questions of a plain test: one without sections, pools and questions of the bank. */
  questions: Question[];
  /** Absent for a plain test. */
  sections?: Section[] | undefined;
}

export const DRAW_MAX = 200;
export const POOL_POINTS_MAX = 100;
export const SECTIONS_MAX = 50;
export const SECTION_TITLE_MAX = 200;
export const SECTION_MINUTES_MAX = 480;

export const written = (question: Question): WrittenItem => ({ kind: "written", id: question.id, question });

export const blankSection = (id: string): Section => ({
  id,
  title: "",
  shuffle_questions: false,
  shuffle_options: false,
  items: [],
});

export const blankPool = (id: string): PoolItem => ({
  kind: "pool",
  id,
  by: "tags",
  tags: [],
  question_ids: [],
  draw: "1",
  points: "1",
});

/** An id that nothing of the test has. */
export function newId(prefix: string, taken: Iterable<string>): string {
  const used = new Set(taken);
  let number = used.size + 1;
  while (used.has(`${prefix}${number}`)) number += 1;
  return `${prefix}${number}`;
}

export const passagesOf = ({ passages = [] }: Section): Passage[] => passages;

/** The item about this passage, or about none. */
export const about = (item: Item, id: string | undefined): Item => {
  const { passage: _, ...rest } = item;
  return id ? { ...rest, passage: id } : rest;
};

/** Items that have left the section of their passage are about none. */
export function attached(sections: Section[]): Section[] {
  const isLost = (section: Section) => (item: Item) =>
    item.passage !== undefined && !passagesOf(section).some(({ id }) => id === item.passage);
  if (!sections.some((section) => section.items.some(isLost(section)))) return sections;
  return sections.map((section) => ({
    ...section,
    items: section.items.map((item) => (isLost(section)(item) ? about(item, undefined) : item)),
  }));
}

/** Whether candidates take a section by rules of its own. */
const hasRules = ({ time, one_way }: Section) => Boolean(time?.trim()) || one_way === true;

/** Minutes of a section's own time; undefined without one, 0 if what was typed is not a number of minutes. */
export const minutesOf = ({ time = "" }: Section): number | undefined =>
  time.trim() === "" ? undefined : (wholeNumber(time, 1, SECTION_MINUTES_MAX) ?? 0);

/** A test without sections is one nameless section that shuffles nothing, and has no rules and no texts. */
const isFlat = ([first, ...others]: Section[]) =>
  others.length === 0 &&
  !first?.title.trim() &&
  !first?.shuffle_questions &&
  !first?.shuffle_options &&
  !first?.passages?.length &&
  !first?.instructions?.trim() &&
  !(first && hasRules(first));

/** Whether the form shows its sections, and not only their questions. */
export const isDivided = ({ sections }: Content) => sections !== undefined && !isFlat(sections);

/** The content as sections, whatever it is. */
export const sectionsOf = ({ questions, sections }: Content): Section[] =>
  sections ?? [{ ...blankSection("s1"), items: questions.map(written) }];

/** The content with these sections; a plain test again, if nothing else is left. */
export function contentOf(changed: Section[]): Content {
  const sections = attached(changed);
  const items = sections.flatMap((section) => section.items);
  const plain = items.flatMap((item) => (item.kind === "written" ? item.question : []));
  if (isFlat(sections) && plain.length === items.length) return { questions: plain, sections: undefined };
  return { questions: [], sections };
}

export const itemsOf = (content: Content): Item[] => sectionsOf(content).flatMap(({ items }) => items);

/** The fixed questions in order, by whose numbers the server names what it refuses. */
export const fixedQuestions = (content: Content): Question[] =>
  itemsOf(content).flatMap((item) => (item.kind === "pool" ? [] : item.question));

/** The ids of the bank that a new item must not repeat. */
export const pinnedIds = (content: Content): string[] =>
  itemsOf(content).flatMap((item) => (item.kind === "pinned" ? item.id : []));

/** Questions of each paper, and their points. A pool counts as far as it was filled in. */
export function paperSize(content: Content): { questions: number; points: number } {
  let [questions, points] = [0, 0];
  for (const item of itemsOf(content)) {
    const [count, each] = item.kind === "pool" ? poolSize(item) : [1, item.question.points];
    questions += count;
    points += count * each;
  }
  return { questions, points };
}

const poolSize = ({ draw, points }: PoolItem): [count: number, each: number] => [
  wholeNumber(draw, 1, DRAW_MAX) ?? 0,
  wholeNumber(points, 1, POOL_POINTS_MAX) ?? 0,
];

function readItem(item: SectionItem, poolId: string): Item[] {
  const { question, question_id, version, pool, passage } = item;
  const beside = passage !== undefined && { passage };
  if (pool) return [{ ...readPool(pool, poolId), ...beside }];
  if (!question) return [];
  if (question_id === undefined) return [{ ...written(question), ...beside }];
  return [{ kind: "pinned", id: question_id, version: version ?? 1, question, ...beside }];
}

type StoredSection = Omit<NonNullable<Test["sections"]>[number], "items">;

/** The texts of a stored section, without their trees. */
function readTexts({ instructions, instructions_format: format, passages = [] }: StoredSection) {
  return {
    ...(instructions !== undefined && { instructions, instructions_format: format ?? ("plain" as const) }),
    ...(passages.length > 0 && {
      passages: passages.map(({ id, title = "", text, format = "plain" }) => ({ id, title, text, format })),
    }),
  };
}

const readPool = ({ tags, question_ids, draw, points }: Pool, id: string): PoolItem => ({
  kind: "pool",
  id,
  by: question_ids ? "questions" : "tags",
  tags: tags ?? [],
  question_ids: question_ids ?? [],
  draw: String(draw),
  points: String(points),
});

/** The content of a stored test. */
export function readContent(test: Test | null): Content {
  if (!test?.sections) return { questions: test?.questions ?? [], sections: undefined };
  const sections = test.sections.map(({ items, time_minutes, ...section }, place) => ({
    title: section.title,
    shuffle_questions: section.shuffle_questions,
    shuffle_options: section.shuffle_options,
    one_way: section.one_way,
    ...readTexts(section),
    time: time_minutes === undefined ? "" : String(time_minutes),
    id: `s${place + 1}`,
    items: items.flatMap((item, number) => readItem(item, `p${place + 1}.${number + 1}`)),
  }));
  return contentOf(sections);
}

function writeItem(item: Item): SectionInput["items"][number] {
  const beside = item.passage !== undefined && { passage: item.passage };
  if (item.kind === "written") return { question: sent(item.question), ...beside };
  if (item.kind === "pinned") return { question_id: item.id, version: item.version, ...beside };
  const [draw, points] = poolSize(item);
  const members = item.by === "tags" ? { tags: item.tags } : { question_ids: item.question_ids };
  return { pool: { ...members, draw, points }, ...beside };
}

function writeTexts({ instructions = "", instructions_format, passages = [] }: Section) {
  return {
    ...(instructions.trim() && { instructions, instructions_format: instructions_format ?? "plain" }),
    ...(passages.length > 0 && { passages }),
  };
}

function writeSection(section: Section): SectionInput {
  const { title, shuffle_questions, shuffle_options, one_way, items } = section;
  const time_minutes = minutesOf(section);
  return {
    title: title.trim(),
    shuffle_questions,
    shuffle_options,
    ...(time_minutes !== undefined && { time_minutes }),
    ...(one_way && { one_way }),
    ...writeTexts(section),
    items: items.map(writeItem),
  };
}

/** The request: a plain test has questions alone, unless sections are stored that this replaces. */
export function writeContent(
  content: Content,
  stored: boolean,
): { questions: Question[]; sections?: SectionInput[] } {
  const questions = content.questions.map(sent);
  if (!content.sections && !stored) return { questions };
  return { questions, sections: sectionsOf(content).map(writeSection) };
}
