import type { Wording } from "@/api/errors";
import { languageTag, type Messages, translated } from "@/i18n";
import { format, type Values } from "@/i18n/message";
import type { StaffCatalog } from "@/i18n/staff/catalog";
import { refusalFields } from "@/i18n/staff/en/refusal-fields";
import { refusalQuestions } from "@/i18n/staff/en/refusal-questions";
import { refusalSentences } from "@/i18n/staff/en/refusal-sentences";
import { refusalSettings } from "@/i18n/staff/en/refusal-settings";
import { serverNotes } from "@/i18n/staff/en/server-notes";
import { formatDateTime } from "./format";
import { inStaffRooms } from "./language";

/** Their English texts are the server's sentences, with arguments for what the server puts into them. */
const TABLES = {
  refusalFields,
  refusalQuestions,
  refusalSentences,
  refusalSettings,
  serverNotes,
} satisfies Partial<Record<keyof StaffCatalog, Messages>>;
/** An argument that is a sentence of the server itself, such as "Question 2: {sentence}". */
const SENTENCE = "sentence";
/** One that is a list, such as "2, 5 and 9". */
const LIST = "list";
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

interface Known {
  part: keyof typeof TABLES;
  key: string;
  pattern: RegExp;
  /** Of the arguments, in the order of the pattern's groups. */
  names: string[];
}

/** The place of an argument in a message that is taken apart. */
interface Hole {
  name: string;
}

const HOLES = new Proxy({}, { get: (_, name: string): Hole => ({ name }) }) as Values<Hole>;
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

function knownOf(part: keyof typeof TABLES, key: string, english: string): Known {
  const pieces = format<Hole>("en", english, HOLES, () => ({ name: "" }));
  return {
    part,
    key,
    pattern: new RegExp(
      `^${pieces.map((piece) => (typeof piece === "string" ? escaped(piece) : "(.+?)")).join("")}$`,
      "s",
    ),
    names: pieces.flatMap((piece) => (typeof piece === "string" ? [] : [piece.name])),
  };
}

let known: Known[] | undefined;

/** Those with the most fixed text first: the others may fit, too. */
const all = (): Known[] =>
  Object.entries(TABLES)
    .flatMap(([part, messages]) =>
      Object.entries(messages).map(([key, english]) => knownOf(part as keyof typeof TABLES, key, english)),
    )
    .sort((one, other) => other.pattern.source.length - one.pattern.source.length);

const listed = (list: string) =>
  new Intl.ListFormat(languageTag(), { type: "conjunction" }).format(list.split(/, | and /));

function argument(name: string, given: string): string {
  if (name === SENTENCE) return inWords(given) ?? given;
  return name === LIST ? listed(given) : given;
}

function find(sentence: string): string | undefined {
  known ??= all();
  for (const { part, key, pattern, names } of known) {
    const found = pattern.exec(sentence);
    if (!found) continue;
    const values = names.map((name, at): [string, string] => [name, argument(name, found[at + 1] ?? "")]);
    const own = translated(part, key, Object.fromEntries(values));
    if (own) return own;
  }
  return undefined;
}

/** A list shows the same sentences at each change: in one language. */
const kept = new Map<string, string | undefined>();
const CACHED_SENTENCES = 2000;
let keptFor = "";

/** A sentence of the server in the language of the page; undefined for one that is not known, and in English. */
export function inWords(sentence: string): string | undefined {
  const tag = languageTag();
  if (tag === "en") return undefined;
  if (keptFor !== tag || kept.size > CACHED_SENTENCES) kept.clear();
  keptFor = tag;
  if (!kept.has(sentence)) kept.set(sentence, find(sentence));
  return kept.get(sentence);
}

const shown = (value: string | number) =>
  typeof value === "string" && INSTANT.test(value) ? formatDateTime(value) : value;

/** Staff has to know why: the sentence itself in their language, else that of its code, else in English. */
export const forStaff =
  (usual: Wording): Wording =>
  (status, body) => {
    const { code, params = {}, detail, fields = {} } = body;
    if (!detail || !code || languageTag() === "en" || !inStaffRooms()) return usual(status, body);
    const ofField = Object.entries(fields).find(([name, message]) => detail === `${name}: ${message}`);
    const values = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, shown(value)]));
    const ofCode = () =>
      code === "invalid"
        ? undefined
        : ["refusalsStaff" as const, "refusals" as const]
            .map((part) => translated(part, code, { ...values, detail }))
            .find(Boolean);
    return {
      detail:
        (ofField && `${ofField[0]}: ${inWords(ofField[1]) ?? ofField[1]}`) ||
        inWords(detail) ||
        ofCode() ||
        detail,
      fields: Object.fromEntries(
        Object.entries(fields).map(([name, message]) => [name, inWords(message) ?? message]),
      ),
    };
  };
