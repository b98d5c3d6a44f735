import { choicesOf, type Question, textsOf } from "@/api/questions";
import type { SeenBy } from "@/api/types";
import { t } from "@/features/questions/bank/texts";
import { lineOf } from "@/ui/rich-text/plain";

/** "Question 3 of 12 in “SQL”, version 2" */
export function placeWords({
  place,
  of,
  section,
  version,
}: Pick<SeenBy, "place" | "of" | "section" | "version">): string {
  return section ? t("placeIn", { place, of, section, version }) : t("place", { place, of, version });
}

/** The options of a question in its order, each in one line. */
export const optionLines = (question: Pick<Question, "options" | "option_contents">): string[] => [
  ...textsOf(question).map((text, index) => lineOf(question.option_contents?.[index], text)),
  ...choicesOf(question).map(({ text, content }) => lineOf(content, text)),
];
