import type { Question } from "@/api/types";
import { plural } from "@/lib/format";
import { draftOf, toQuestion } from "../questions/rules";
import type { TestFields } from "./input";
import { questionWords } from "./words";

/** What another admin changed, and this form has otherwise. */
export interface Difference {
  key: string;
  name: string;
  /** As text; undefined: not in that version. */
  mine: string | undefined;
  theirs: string | undefined;
  /** Whether it was also changed here. */
  both: boolean;
}

interface Part {
  key: string;
  name: string;
  /** In words. */
  read(fields: TestFields): string | undefined;
  /** What two versions are compared by, if their words may leave something out. */
  exact?(fields: TestFields): string | undefined;
}

const FIELDS: Part[] = [
  { key: "title", name: "Title", read: ({ title }) => title },
  { key: "description", name: "Description", read: ({ description }) => description },
  {
    key: "description_format",
    name: "Format of the description",
    read: ({ description_format }) => (description_format === "markdown" ? "Markdown" : "Plain text"),
  },
  { key: "duration", name: "Duration", read: ({ duration }) => plural(Number(duration), "minute") },
  {
    key: "require_fullscreen",
    name: "Full screen",
    read: ({ require_fullscreen }) => (require_fullscreen ? "On" : "Off"),
  },
];
const ORDER = "order";

const questionKey = (id: string) => `question:${id}`;
const byId = (questions: Question[], id: string) => questions.find((question) => question.id === id);

/** All that its author set. */
const content = (question: Question) => JSON.stringify(toQuestion(draftOf(question)));

function questionPart(id: string, mine: TestFields, theirs: TestFields): Part {
  const place = mine.questions.findIndex((question) => question.id === id);
  const name =
    place >= 0
      ? `Question ${place + 1}`
      : `Question ${theirs.questions.findIndex((question) => question.id === id) + 1} of the other version`;
  const as = (form: (question: Question) => string) => (fields: TestFields) => {
    const question = byId(fields.questions, id);
    return question && form(question);
  };
  return { key: questionKey(id), name, read: as(questionWords), exact: as(content) };
}

/** The order of the questions that all versions have. */
function orderPart(versions: TestFields[]): Part {
  const common = (id: string) => versions.every(({ questions }) => byId(questions, id));
  const read = ({ questions }: TestFields) =>
    questions
      .filter(({ id }) => common(id))
      .map(({ question }, index) => `${index + 1}. ${question.split("\n")[0]}`)
      .join("\n");
  return { key: ORDER, name: "Order of the questions", read };
}

/** What the other admin changed since `base`, without what is the same in this form. */
export function differences(base: TestFields, mine: TestFields, theirs: TestFields): Difference[] {
  const ids = new Set([...mine.questions, ...base.questions, ...theirs.questions].map(({ id }) => id));
  const questions = [...ids].map((id) => questionPart(id, mine, theirs));
  const sameTexts = questions.every(({ exact, read }) => (exact ?? read)(mine) === (exact ?? read)(theirs));
  const order = sameTexts ? [orderPart([base, mine, theirs])] : [];
  return [...FIELDS, ...questions, ...order].flatMap(({ key, name, read, exact = read }) => {
    const [was, own, other] = [exact(base), exact(mine), exact(theirs)];
    if (other === was || other === own) return [];
    return [{ key, name, mine: read(mine), theirs: read(theirs), both: own !== was }];
  });
}

/** This form with the parts of the other version whose keys were chosen. */
export function merged(mine: TestFields, theirs: TestFields, chosen: ReadonlySet<string>): TestFields {
  const pick = <K extends keyof TestFields>(key: K) => (chosen.has(key) ? theirs[key] : mine[key]);
  return {
    title: pick("title"),
    description: pick("description"),
    description_format: pick("description_format"),
    duration: pick("duration"),
    require_fullscreen: pick("require_fullscreen"),
    questions: mergedQuestions(mine.questions, theirs.questions, chosen),
  };
}

function mergedQuestions(mine: Question[], theirs: Question[], chosen: ReadonlySet<string>): Question[] {
  const wanted = ({ id }: Question) => chosen.has(questionKey(id));
  const found = mine.flatMap((own) => (wanted(own) ? (byId(theirs, own.id) ?? []) : own));
  theirs.forEach((other, place) => {
    if (!wanted(other) || byId(found, other.id)) return;
    // Behind the question that it follows in the other version.
    const before = theirs.slice(0, place).reverse();
    const previous = before.find(({ id }) => byId(found, id));
    found.splice(previous ? found.findIndex(({ id }) => id === previous.id) + 1 : 0, 0, other);
  });
  if (!chosen.has(ORDER)) return found;
  const placeOf = ({ id }: Question) => theirs.findIndex((other) => other.id === id);
  return found.sort((a, b) => placeOf(a) - placeOf(b));
}
