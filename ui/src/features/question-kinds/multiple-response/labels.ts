import { t } from "@/features/question-kinds/staff-texts";
import { type KindLabels, textsIn } from "../kind-labels";

export const RESPONSE_LABELS: KindLabels = {
  group: "choice",
  get hint() {
    return t("responseHint");
  },
  size: ({ options = [] }) => t("optionCount", { count: options.length }),
  key: (question) => textsIn(question, question.correct_answers)?.join(", "),
};
