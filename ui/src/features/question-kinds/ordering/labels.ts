import { t } from "@/features/question-kinds/staff-texts";
import { type KindLabels, textsIn } from "../kind-labels";

export const ORDERING_LABELS: KindLabels = {
  group: "order",
  get hint() {
    return t("orderingHint");
  },
  size: ({ options = [] }) => t("itemCount", { count: options.length }),
  key: (question) => textsIn(question, question.order)?.join(" → "),
};
