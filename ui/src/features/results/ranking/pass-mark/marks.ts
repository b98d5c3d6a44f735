import type { Ranking } from "@/api/ranking";
import { percentAsSet } from "@/lib/score";
import { sectionWords } from "../labels";
import { t } from "../tool-texts";
import { markOf } from "./percent";

type PassMark = Ranking["pass_mark"];

/** Whether there is a pass mark to reach, for the whole score or for a section. */
export const isMarked = (mark: Pick<PassMark, "percent" | "sections"> | undefined) =>
  mark !== undefined && (mark.percent !== null || mark.sections.length > 0);

/** A pass mark as it is typed: of the whole, and by the label of a section. */
export interface TypedMarks {
  percent: string;
  sections: Record<string, string>;
}

export interface Marks {
  percent: number | null;
  sections: PassMark["sections"];
}

export const typedMarks = ({ percent, sections }: Marks): TypedMarks => ({
  percent: percent === null ? "" : String(percent),
  sections: Object.fromEntries(sections.map((mark) => [mark.section, String(mark.percent)])),
});

/** The typed values, sections in the order of their labels; undefined if a mark is not a percentage. */
export function readMarks(typed: TypedMarks, labels: readonly string[]): Marks | undefined {
  const percent = markOf(typed.percent);
  const sections: Marks["sections"] = [];
  for (const section of labels) {
    const own = markOf(typed.sections[section] ?? "");
    if (own === undefined) return undefined;
    if (own !== null) sections.push({ section, percent: own });
  }
  return percent === undefined ? undefined : { percent, sections };
}

/** One text for equal marks, whatever the order of the sections. */
export const marksKey = ({ percent, sections }: Marks) =>
  JSON.stringify([percent, sections.map((mark) => [mark.section, mark.percent]).sort()]);

/** Marks as a person reads them. */
export function marksText({ percent, sections }: Marks): string {
  const parts = [
    ...(percent === null ? [] : [percentAsSet(percent)]),
    ...sections.map((mark) => `${sectionWords(mark.section)} ${percentAsSet(mark.percent)}`),
  ];
  return parts.join(", ") || t("noMark");
}
