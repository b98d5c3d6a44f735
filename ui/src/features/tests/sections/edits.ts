import { newQuestionId } from "@/features/questions/form/rules";
import { blankSection, type Item, newId, type Section } from "./sections";

/** An item replaced by its id, wherever it is; undefined removes it. */
export const withItem = (sections: Section[], id: string, next: Item | undefined): Section[] =>
  sections.map((section) => ({
    ...section,
    items: section.items.flatMap((item) => (item.id === id ? (next ?? []) : item)),
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
    const items = place === 0 ? [...removed.items, ...section.items] : [...section.items, ...removed.items];
    return { ...section, items };
  });
}

/** All items in one nameless section. */
export const undivided = (sections: Section[]): Section[] => [
  { ...blankSection("s1"), items: sections.flatMap(({ items }) => items) },
];

/** A question of the bank as one of this test alone: it no longer follows the bank. */
export function detached(sections: Section[], id: string): Section[] {
  const items = sections.flatMap((section) => section.items);
  const item = items.find((one) => one.id === id);
  if (item?.kind !== "pinned") return sections;
  const own = newQuestionId(items.map((one) => one.id));
  return withItem(sections, id, { kind: "written", id: own, question: { ...item.question, id: own } });
}
