import {
  type Item,
  isDivided,
  passagesOf,
  type Section,
  sectionsOf,
} from "@/features/questions/content/sections";
import { historyLabel } from "@/features/questions/form/HistoryChoice";
import { questionWords } from "@/features/questions/form/question-labels";
import { questionLine } from "@/features/staff-shared/answers/question-line";
import { minuteCount } from "@/lib/format";
import { t } from "./form-texts";
import type { TestFields } from "./input";
import { passageName } from "./sections/passages";
import { poolWords } from "./sections/pool";

/** An item of a section as text, for people to compare. */
export function itemWords(item: Item): string {
  if (item.kind === "pool") return t("poolLine", { pool: poolWords(item) });
  const words = questionWords(item.question);
  return item.kind === "pinned" ? `${t("fromBank", { version: item.version })}\n${words}` : words;
}

/** An item in one line. */
export const itemLine = (item: Item): string =>
  item.kind === "pool" ? t("poolLine", { pool: poolWords(item) }) : questionLine(item.question);

/** The rules of a section that are not those of all tests. */
export function sectionRules(section: Section): string[] {
  const { shuffle_questions, shuffle_options, time = "", one_way } = section;
  const rules = [
    shuffle_questions && t("questionsShuffled"),
    shuffle_options && t("optionsShuffled"),
    time.trim() && minuteCount(Number(time)),
    one_way && t("oneWay"),
  ];
  return rules.filter((rule): rule is string => Boolean(rule));
}

/** A section without its items: its rules in one line, then its texts. */
export function sectionWords(section: Section): string {
  const { title, instructions = "" } = section;
  const head = [title.trim() || t("untitledSection"), ...sectionRules(section)].join(", ");
  const texts = passagesOf(section).map((passage, index) =>
    t("passageText", { name: passageName(passage, index), text: passage.text.trim() }),
  );
  return [head, instructions.trim(), ...texts].filter(Boolean).join("\n");
}

/** A whole test as text, to be kept elsewhere. */
export function testWords(fields: TestFields): string {
  const { title, description, duration, require_fullscreen, history } = fields;
  const head = [title, description, minuteCount(Number(duration))];
  if (require_fullscreen) head.push(t("fullscreen"));
  if (history === "keystrokes") head.push(t("historyIs", { mode: historyLabel("keystrokes") }));
  let number = 0;
  const content = sectionsOf(fields).flatMap((section) => [
    ...(isDivided(fields) ? [sectionWords(section)] : []),
    ...section.items.map((item) => `${++number}. ${itemWords(item)}`),
  ]);
  return [head.filter((line) => line !== "").join("\n"), ...content].join("\n\n");
}
