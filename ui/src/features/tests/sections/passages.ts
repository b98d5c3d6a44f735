import {
  about,
  type Item,
  newId,
  type Passage,
  passagesOf,
  type Section,
} from "@/features/questions/content/sections";
import { t } from "./texts";

export const PASSAGES_MAX = 50;
export const PASSAGE_TITLE_MAX = 200;

/** "Passage 2", or its title. */
export const passageName = ({ title }: Passage, index: number) =>
  title.trim() || t("passageNumber", { number: index + 1 });

/** The items of the section that are about a passage. */
export const askedAbout = ({ items }: Section, id: string): Item[] =>
  items.filter(({ passage }) => passage === id);

/** Adds a blank passage at the end of a section; its id is new in the whole test. */
export function withNewPassage(sections: Section[], section: string): Section[] {
  const known = sections.flatMap((one) => passagesOf(one).map(({ id }) => id));
  const passage: Passage = { id: newId("passage-", known), title: "", text: "", format: "markdown" };
  return sections.map((one) =>
    one.id === section ? { ...one, passages: [...passagesOf(one), passage] } : one,
  );
}

export const withoutPassage = (section: Section, id: string): Partial<Section> => ({
  passages: passagesOf(section).filter((passage) => passage.id !== id),
  items: section.items.map((item) => (item.passage === id ? about(item, undefined) : item)),
});

/** Adds the passages of `known` that an item is about and that no section has. */
export function completed(sections: Section[], known: Passage[]): Section[] {
  const has = new Set(sections.flatMap((section) => passagesOf(section).map(({ id }) => id)));
  return sections.map((section) => {
    const wanted = known.filter(({ id }) => !has.has(id) && askedAbout(section, id).length > 0);
    for (const { id } of wanted) has.add(id);
    return wanted.length > 0 ? { ...section, passages: [...passagesOf(section), ...wanted] } : section;
  });
}
