import type { TextKey } from "@/api/questions";
import { t } from "@/features/question-kinds/staff-texts";
import type { KindLabels } from "../kind-labels";

export const textWords = ({ accepted = [], pattern }: TextKey) =>
  [...accepted, ...(pattern ? [t("patternIs", { pattern })] : [])].join(" / ");

export const SHORT_TEXT_LABELS: KindLabels = {
  group: "text",
  get hint() {
    return t("shortTextHint");
  },
  key: textWords,
};
