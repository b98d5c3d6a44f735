import {
  contentOf,
  type Item,
  isDivided,
  itemsOf,
  passagesOf,
  type Section,
  sectionsOf,
} from "@/features/questions/content/sections";
import { historyLabel } from "@/features/questions/form/HistoryChoice";
import { draftOf, toQuestion } from "@/features/questions/form/rules";
import { LANGUAGE_NAMES } from "@/features/staff-shared/language-name";
import { minuteCount } from "@/lib/format";
import { t } from "./form-texts";
import type { TestFields } from "./input";
import { itemLine, itemWords, sectionWords } from "./labels";
import { completed } from "./sections/passages";

/** Changes by another admin that conflict with this form. */
export interface Difference {
  key: string;
  name: string;
  /** The value as text; undefined: not in that version. */
  mine: string | undefined;
  theirs: string | undefined;
  /** Whether it was also changed here. */
  both: boolean;
  /** Tag of the language of a text that its author wrote in one. */
  language?: string;
}

interface Part {
  key: string;
  name: string;
  /** In words. */
  read(fields: TestFields): string | undefined;
  /** Value by which two versions are compared, if their words may leave something out. */
  exact?(fields: TestFields): string | undefined;
}

const fieldParts = (): Part[] => [
  { key: "title", name: t("title"), read: ({ title }) => title },
  { key: "description", name: t("description"), read: ({ description }) => description },
  {
    key: "description_format",
    name: t("descriptionFormat"),
    read: ({ description_format }) => (description_format === "markdown" ? "Markdown" : t("plainText")),
  },
  { key: "duration", name: t("duration"), read: ({ duration }) => minuteCount(Number(duration)) },
  {
    key: "require_fullscreen",
    name: t("fullscreen"),
    read: ({ require_fullscreen }) => (require_fullscreen ? t("on") : t("off")),
  },
  { key: "history", name: t("history"), read: ({ history }) => historyLabel(history) },
  {
    key: "language",
    name: t("language"),
    read: ({ language }) => LANGUAGE_NAMES[language ?? ""] ?? t("siteLanguage"),
  },
];
const ORDER = "order";

const itemKey = (id: string) => `question:${id}`;
const byId = (items: Item[], id: string) => items.find((item) => item.id === id);

/** All that its author set. */
function exactly(item: Item): string {
  const { passage = "" } = item;
  if (item.kind === "written") return JSON.stringify([toQuestion(draftOf(item.question)), passage]);
  return item.kind === "pinned" ? `version=${item.version} ${passage}` : JSON.stringify({ ...item, id: "" });
}

function itemPart(id: string, mine: TestFields, theirs: TestFields): Part {
  const placeIn = (fields: TestFields) => itemsOf(fields).findIndex((item) => item.id === id);
  const place = placeIn(mine);
  const name =
    place >= 0 ? t("question", { number: place + 1 }) : t("questionOfOther", { number: placeIn(theirs) + 1 });
  const as = (form: (item: Item) => string) => (fields: TestFields) => {
    const item = byId(itemsOf(fields), id);
    return item && form(item);
  };
  return { key: itemKey(id), name, read: as(itemWords), exact: as(exactly) };
}

const headsOf = (fields: TestFields) => sectionsOf(fields).map(sectionWords).join("\n");

/** The sections, and the order of what all versions have. */
function orderPart(versions: TestFields[]): Part {
  const common = ({ id }: Item) => versions.every((fields) => byId(itemsOf(fields), id));
  const divided = versions.some(isDivided);
  const read = (fields: TestFields) => {
    let number = 0;
    return sectionsOf(fields)
      .flatMap((section) => [
        ...(divided ? [sectionWords(section)] : []),
        ...section.items.filter(common).map((item) => `${++number}. ${itemLine(item)}`),
      ])
      .join("\n");
  };
  return { key: ORDER, name: divided ? t("sectionsOrder") : t("order"), read };
}

/** Changes by the other admin since `base`, without those that this form has too. */
export function differences(base: TestFields, mine: TestFields, theirs: TestFields): Difference[] {
  const ids = new Set([mine, base, theirs].flatMap(itemsOf).map(({ id }) => id));
  const items = [...ids].map((id) => itemPart(id, mine, theirs));
  const sameTexts = items.every(({ exact, read }) => (exact ?? read)(mine) === (exact ?? read)(theirs));
  const order = sameTexts || headsOf(mine) !== headsOf(theirs) ? [orderPart([base, mine, theirs])] : [];
  return [...fieldParts(), ...items, ...order].flatMap(({ key, name, read, exact = read }) => {
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
    history: pick("history"),
    ...(pick("language") && { language: pick("language") }),
    ...contentOf(mergedSections(sectionsOf(mine), sectionsOf(theirs), chosen)),
  };
}

/** An item and its neighbours before it, the nearest first. */
const withPrevious = (sections: Section[]) =>
  sections.flatMap(({ items }) =>
    items.map((item, place) => ({ item, previous: items.slice(0, place).reverse() })),
  );

function mergedSections(mine: Section[], theirs: Section[], chosen: ReadonlySet<string>): Section[] {
  const all = (sections: Section[]) => sections.flatMap(({ items }) => items);
  const wanted = ({ id }: Item) => chosen.has(itemKey(id));
  const picked = (item: Item) => byId(all(wanted(item) ? theirs : mine), item.id);
  // The sections and the order of one version, filled with what was chosen.
  const [frame, other] = chosen.has(ORDER) ? [theirs, mine] : [mine, theirs];
  const found = frame.map((section) => ({
    ...section,
    items: section.items.flatMap((item) => picked(item) ?? []),
  }));
  for (const { item, previous } of withPrevious(other)) {
    const choice = picked(item);
    if (!choice || byId(all(found), item.id)) continue;
    // Behind the item that it follows in its own version.
    const before = previous.find(({ id }) => byId(all(found), id));
    const home = found.find(({ items }) => before && byId(items, before.id)) ?? found[0];
    home?.items.splice(before ? home.items.findIndex(({ id }) => id === before.id) + 1 : 0, 0, choice);
  }
  return completed(found, [...frame, ...other].flatMap(passagesOf));
}
