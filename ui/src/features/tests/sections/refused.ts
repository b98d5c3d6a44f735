import { ApiFailure } from "@/api/client";
import { type Errors, refusals } from "@/features/questions/form/errors";
import { type Content, fixedQuestions, type Item, sectionsOf } from "./sections";

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
export function refusedOf(error: unknown, asked: Content): (item: Item) => Errors {
  if (!(error instanceof ApiFailure)) return () => ({});
  const items = refusedItems(error.fields, sectionsOf(asked));
  const ofQuestion = refusals(error, fixedQuestions(asked));
  return (item) => ({ ...items.get(item), ...(item.kind !== "pool" && ofQuestion(item.question)) });
}
