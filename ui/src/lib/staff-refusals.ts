import type { Wording } from "@/api/errors";
import { languageTag, type Messages, translated } from "@/i18n";
import { format, type Values } from "@/i18n/message";
import type { StaffCatalog } from "@/i18n/staff/catalog";
import { attemptStates } from "@/i18n/staff/en/attempt-states";
import { exportLosses } from "@/i18n/staff/en/export-losses";
import { importFiles } from "@/i18n/staff/en/import-files";
import { importPackages } from "@/i18n/staff/en/import-packages";
import { importQuestions } from "@/i18n/staff/en/import-questions";
import { mailReasons } from "@/i18n/staff/en/mail-reasons";
import { otherParties } from "@/i18n/staff/en/other-parties";
import { refusalDetails } from "@/i18n/staff/en/refusal-details";
import { refusalFields } from "@/i18n/staff/en/refusal-fields";
import { refusalQuestions } from "@/i18n/staff/en/refusal-questions";
import { refusalSentences } from "@/i18n/staff/en/refusal-sentences";
import { refusalSettings } from "@/i18n/staff/en/refusal-settings";
import { rehearsalResults } from "@/i18n/staff/en/rehearsal-results";
import { serverNotes } from "@/i18n/staff/en/server-notes";
import { formatDateTime } from "./format";
import { ofStaff } from "./hidden-names";
import { inStaffRooms } from "./language";

/** Their English texts are the server's sentences, with arguments for what the server puts into them. */
const TABLES = {
  attemptStates,
  exportLosses,
  importFiles,
  importPackages,
  importQuestions,
  mailReasons,
  otherParties,
  refusalDetails,
  refusalFields,
  refusalQuestions,
  refusalSentences,
  refusalSettings,
  rehearsalResults,
  serverNotes,
} satisfies Partial<Record<keyof StaffCatalog, Messages>>;
/** Arguments that are sentences of the server themselves, such as "Question 2: {sentence}". */
const SENTENCES = new Set(["sentence", "because"]);
/** One that is a place in a file, such as "Question 2, gap 1" or "items/q1.xml, line 4". */
const PLACE = "place";
/** One that is a list, such as "2, 5 and 9". */
const LIST = "list";
/** One that a mail server wrote, which may have a colon. */
const REPLY = "reply";
/** One that is the name of an AI service, or used in its place. */
const SERVICE = "service";
/** Arguments without a space. */
const WORDS = new Set(["server", "host", "line", "number"]);
const HOLDS_ALL = new Set([...SENTENCES, PLACE, REPLY]);
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

interface Known {
  part: keyof typeof TABLES;
  key: string;
  pattern: RegExp;
  /** Names of the arguments, in the order of the pattern's groups. */
  names: string[];
  /** The text beside its arguments. */
  fixed: string;
  /** The longest piece of that: looking for it is quicker than the pattern. */
  longest: string;
}

/** The place of an argument in a message that is taken apart. */
interface Hole {
  name: string;
}

const HOLES = new Proxy({}, { get: (_, name: string): Hole => ({ name }) }) as Values<Hole>;
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

function knownOf(part: keyof typeof TABLES, key: string, english: string): Known {
  const pieces = format<Hole>("en", english, HOLES, () => ({ name: "" }));
  const texts = pieces.filter((piece) => typeof piece === "string");
  // "Question 2: " before a sentence belongs to none of its arguments.
  const sourceOf = (piece: string | Hole, at: number) => {
    if (typeof piece === "string") return escaped(piece);
    if (WORDS.has(piece.name)) return "(\\S+?)";
    const begins = at === 0 && !HOLDS_ALL.has(piece.name);
    return begins ? "((?:(?!: ).)+?)" : "(.+?)";
  };
  return {
    part,
    key,
    pattern: new RegExp(`^${pieces.map(sourceOf).join("")}$`, "s"),
    names: pieces.flatMap((piece) => (typeof piece === "string" ? [] : [piece.name])),
    fixed: texts.join(""),
    longest: texts.toSorted((one, other) => other.length - one.length)[0] ?? "",
  };
}

let known: Known[] | undefined;

/** Known sentences, those with the most fixed text first: the others may fit, too. */
const all = (): Known[] =>
  Object.entries(TABLES)
    .flatMap(([part, messages]) =>
      Object.entries(messages).map(([key, english]) => knownOf(part as keyof typeof TABLES, key, english)),
    )
    .sort((one, other) => other.fixed.length - one.fixed.length);

const listed = (list: string) =>
  new Intl.ListFormat(languageTag(), { type: "conjunction" }).format(list.split(/, | and /));

const placed = (place: string) =>
  place
    .split(", ")
    .map((part) => inWords(part) ?? part)
    .join(", ");

function argument(name: string, given: string): string {
  if (SENTENCES.has(name) || name === SERVICE) return inWords(given) ?? given;
  if (name === PLACE) return placed(given);
  return name === LIST ? listed(given) : ofStaff(given);
}

/** The arguments, if all of them that are sentences are known: "(.. (..) (..))" may be divided in two ways. */
function knownArguments({ pattern, names }: Known, sentence: string): [string, string][] | undefined {
  for (const divided of [pattern, new RegExp(pattern.source.replaceAll("+?", "+"), "s")]) {
    const given = argumentsOf(divided, names, sentence);
    if (given?.every(([name, text]) => !SENTENCES.has(name) || inWords(text) !== undefined)) return given;
    if (!given || given.length < 2) return undefined;
  }
  return undefined;
}

function argumentsOf(pattern: RegExp, names: string[], sentence: string): [string, string][] | undefined {
  const found = pattern.exec(sentence);
  return found ? names.map((name, at) => [name, found[at + 1] ?? ""]) : undefined;
}

/** The words of the first that fits; a strict one has no argument that is a sentence which is not known. */
function wordsOf(sentence: string, isStrict: boolean): string | undefined {
  known ??= all();
  for (const one of known) {
    const { part, key, pattern, names, fixed, longest } = one;
    if (!sentence.includes(longest)) continue;
    // "{place}: {sentence}" fits much that is not the server's.
    if (!isStrict && !/\p{L}/u.test(fixed)) continue;
    const given = isStrict ? knownArguments(one, sentence) : argumentsOf(pattern, names, sentence);
    const values = given?.map(([name, text]) => [name, argument(name, text)]);
    const own = values && translated(part, key, Object.fromEntries(values));
    if (own) return own;
  }
  return undefined;
}

/** A part of a sentence may be said without its end, or without its capital. */
function asPart(part: string): string | undefined {
  const ended = part.endsWith(".") ? undefined : wordsOf(`${part}.`, true)?.replace(/\.$/, "");
  if (ended || !/^\p{Ll}/u.test(part)) return ended;
  const begun = wordsOf(part.charAt(0).toUpperCase() + part.slice(1), true);
  // Most words that begin so are nouns.
  return begun && languageTag() !== "de" ? begun.charAt(0).toLowerCase() + begun.slice(1) : begun;
}

const find = (sentence: string) => wordsOf(sentence, true) ?? asPart(sentence) ?? wordsOf(sentence, false);

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
