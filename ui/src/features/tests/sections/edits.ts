import {
  about,
  blankSection,
  type Item,
  newId,
  passagesOf,
  type Section,
} from "@/features/questions/content/sections";
import { copyOf, newQuestionId } from "@/features/questions/form/rules";

/** What takes the place of an item is about the same passage. */
const inPlace = (item: Item, next: Item | undefined): Item[] =>
  next ? [item.passage === undefined ? next : { ...next, passage: item.passage }] : [];

/** An item replaced by its id, wherever it is; undefined removes it. */
export const withItem = (sections: Section[], id: string, next: Item | undefined): Section[] =>
  sections.map((section) => ({
    ...section,
    items: section.items.flatMap((item) => (item.id === id ? inPlace(item, next) : item)),
  }));

/** The passage that an item is about, or none. */
export const withAbout = (sections: Section[], { id, passage }: Item): Section[] =>
  sections.map((section) => ({
    ...section,
    items: section.items.map((item) => (item.id === id ? about(item, passage) : item)),
  }));

export const withAdded = (sections: Section[], section: string, added: Item[]): Section[] =>
  sections.map((one) => (one.id === section ? { ...one, items: [...one.items, ...added] } : one));

export const withChanged = (sections: Section[], id: string, changes: Partial<Section>): Section[] =>
  sections.map((section) => (section.id === id ? { ...section, ...changes } : section));

/** The item at the end of another section. */
export function movedTo(sections: Section[], id: string, target: string): Section[] {
  const item = sections.flatMap(({ items }) => items).find((one) => one.id === id);
  return item ? withAdded(withItem(sections, id, undefined), target, [item]) : sections;
}

export const withNewSection = (sections: Section[]): Section[] => [
  ...sections,
  blankSection(
    newId(
      "s",
      sections.map(({ id }) => id),
    ),
  ),
];

/** Without the section; its items move to the one before it, or else to the one after. */
export function withoutSection(sections: Section[], id: string): Section[] {
  const place = sections.findIndex((section) => section.id === id);
  const removed = sections[place];
  if (!removed || sections.length < 2) return sections;
  const rest = sections.filter((section) => section !== removed);
  const heir = Math.max(0, place - 1);
  return rest.map((section, index) => {
    if (index !== heir) return section;
    const [before, after] = place === 0 ? [removed, section] : [section, removed];
    return { ...section, ...joined([before, after]) };
  });
}

/** Items and passages of several sections. */
function joined(sections: Section[]): Pick<Section, "items" | "passages"> {
  const passages = sections.flatMap(passagesOf);
  const items = sections.flatMap((section) => section.items);
  return { items, ...(passages.length > 0 && { passages }) };
}

/** All items in one nameless section, which keeps the passages. */
export const undivided = (sections: Section[]): Section[] => [{ ...blankSection("s1"), ...joined(sections) }];

/** Adds a copy of a written question right below it, about the same passage. */
export const withCopy = (sections: Section[], id: string, copy: string): Section[] =>
  sections.map((section) => ({
    ...section,
    items: section.items.flatMap((item) => {
      if (item.id !== id || item.kind !== "written") return item;
      return [item, { ...item, id: copy, question: copyOf(item.question, copy) }];
    }),
  }));

/** A question of the bank as one of this test alone: it no longer follows the bank. */
export function detached(sections: Section[], id: string): Section[] {
  const items = sections.flatMap((section) => section.items);
  const item = items.find((one) => one.id === id);
  if (item?.kind !== "pinned") return sections;
  const own = newQuestionId(items.map((one) => one.id));
  return withItem(sections, id, { kind: "written", id: own, question: { ...item.question, id: own } });
}
