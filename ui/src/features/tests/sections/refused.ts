import { ApiFailure, fieldErrors } from "@/api/client";
import {
  type Content,
  fixedQuestions,
  type Item,
  type Section,
  sectionsOf,
} from "@/features/questions/content/sections";
import { type Errors, refusals } from "@/features/questions/form/errors";

const FIELD = /^sections\[(\d+)\]\.items\[(\d+)\]\.(?:pool\.)?(\w+)/;

/** Errors of the server about the items of sections as they were sent, by the item. */
export function refusedItems(
  fields: Record<string, string>,
  asked: readonly { items: readonly Item[] }[],
): Map<Item, Errors> {
  const found = new Map<Item, Errors>();
  for (const [field, text] of Object.entries(fields)) {
    const [, section, number, name] = FIELD.exec(field) ?? [];
    const item = asked[Number(section)]?.items[Number(number)];
    if (item && name) found.set(item, { ...found.get(item), [name]: text });
  }
  return found;
}

/** Errors of the server about each item of a test as it was sent. A changed item has no errors. */
function refusedOf(error: unknown, asked: Content): (item: Item) => Errors {
  if (!(error instanceof ApiFailure)) return () => ({});
  const items = refusedItems(error.fields, sectionsOf(asked));
  const ofQuestion = refusals(error, fixedQuestions(asked));
  return (item) => ({ ...items.get(item), ...(item.kind !== "pool" && ofQuestion(item.question)) });
}

/** Errors of the server about the questions of a test as it was sent, and about their sections. */
export function refusedContent(error: unknown, asked: Content) {
  const refused = fieldErrors(error);
  return {
    /** About all of them. */
    error: refused.questions ?? refused.sections,
    /** About a question or a pool. */
    errorsOf: refusedOf(error, asked),
    /** About a section, by its field. */
    sectionError: ({ id }: Section, field: string): string | undefined => {
      const place = sectionsOf(asked).findIndex((section) => section.id === id);
      return refused[`sections[${place}].${field}`];
    },
    some: Object.keys(refused).some((field) => /^(questions|sections)\b/.test(field)),
  };
}
