import { choicesOf } from "@/api/questions";
import { t } from "@/features/question-kinds/staff-texts";
import { type KindLabels, lineWords, textIn } from "../kind-labels";

export const MATCHING_LABELS: KindLabels = {
  group: "order",
  get hint() {
    return t("matchingHint");
  },
  size: ({ prompts = [] }) => t("pairCount", { count: prompts.length }),
  key: (question) => {
    const { prompts, pairs, format } = question;
    const right = (id: string) => textIn(choicesOf(question), pairs?.[id], format);
    return prompts?.map((prompt) => `${lineWords(prompt, format)}: ${right(prompt.id)}`).join("; ");
  },
};
