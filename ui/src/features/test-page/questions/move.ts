import type { Item, Section } from "@/features/questions/content/sections";

const without = (sections: Section[], id: string): Section[] =>
  sections.map((section) => ({ ...section, items: section.items.filter((item) => item.id !== id) }));

const find = (sections: Section[], id: string): Item | undefined =>
  sections.flatMap(({ items }) => items).find((item) => item.id === id);

/** The item before the one at `index` of a section, counted without it; at the end if there is none. */
export function movedTo(sections: Section[], id: string, target: string, index: number): Section[] {
  const item = find(sections, id);
  if (!item) return sections;
  return without(sections, id).map((section) =>
    section.id === target ? { ...section, items: section.items.toSpliced(index, 0, item) } : section,
  );
}

/** One place up or down, over the ends of a section into the next one; null where there is no further place. */
export function movedBy(sections: Section[], id: string, by: 1 | -1): Section[] | null {
  const at = sections.findIndex(({ items }) => items.some((item) => item.id === id));
  const section = sections[at];
  if (!section) return null;
  const index = section.items.findIndex((item) => item.id === id) + by;
  if (index >= 0 && index < section.items.length) return movedTo(sections, id, section.id, index);
  const next = sections[at + by];
  return next ? movedTo(sections, id, next.id, by > 0 ? 0 : next.items.length) : null;
}

/** "Question 2 of 5" by position, whatever pools draw. */
export function placeOf(sections: Section[], id: string): { place: number; total: number } {
  const items = sections.flatMap((section) => section.items);
  return { place: items.findIndex((item) => item.id === id) + 1, total: items.length };
}
