import type { Gap } from "@/api/questions";
import { t } from "@/features/question-kinds/staff-texts";
import { type KindLabels, textIn } from "../kind-labels";
import { numberWords } from "../numeric/labels";
import { textWords } from "../short-text/labels";

function gapWords(gap: Gap): string {
  if (gap.kind === "choice") return textIn(gap.options ?? [], gap.correct_answer);
  return gap.kind === "number" ? numberWords(gap) : textWords(gap);
}

export const GAPS_LABELS: KindLabels = {
  group: "text",
  get hint() {
    return t("gapsHint");
  },
  size: ({ gaps = [] }) => t("gapCount", { count: gaps.length }),
  key: ({ gaps }) => gaps?.map(gapWords).join("; "),
};
