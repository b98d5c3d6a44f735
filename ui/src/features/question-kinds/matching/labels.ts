import { choicesOf } from "@/api/questions";
import { t } from "@/features/question-kinds/staff-texts";
import { type KindLabels, lineWords, textIn } from "../kind-labels";

export const MATCHING_LABELS: KindLabels = {
  group: "order",
  get hint() {
    return t("matchingHint");
  },
  size: ({ prompts = [] }) => t("pairCount", { count: prompts.length }),
  key: (question) =>
    question.prompts
      ?.map((prompt) => `${lineWords(prompt)}: ${textIn(choicesOf(question), question.pairs?.[prompt.id])}`)
      .join("; "),
};
