import type { Gap } from "@/api/questions";
import { plural } from "@/lib/format";
import { type KindLabels, textIn } from "../kind-labels";
import { numberWords } from "../numeric/labels";
import { textWords } from "../short-text/labels";

function gapWords(gap: Gap): string {
  if (gap.kind === "choice") return textIn(gap.options ?? [], gap.correct_answer);
  return gap.kind === "number" ? numberWords(gap) : textWords(gap);
}

export const GAPS_LABELS: KindLabels = {
  group: "Text",
  hint: "Words, numbers or choices within a text. Scored automatically.",
  size: ({ gaps = [] }) => plural(gaps.length, "gap"),
  key: ({ gaps }) => gaps?.map(gapWords).join("; "),
};
