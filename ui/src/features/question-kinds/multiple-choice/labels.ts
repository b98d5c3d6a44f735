import { textsOf } from "@/api/questions";
import { t } from "@/features/question-kinds/staff-texts";
import { lineOf } from "@/ui/rich-text/plain";
import type { KindLabels } from "../kind-labels";

export const CHOICE_LABELS: KindLabels = {
  group: "choice",
  get hint() {
    return t("choiceHint");
  },
  size: ({ options = [] }) => t("optionCount", { count: options.length }),
  key: (question) => {
    const { correct_answer, option_contents = [] } = question;
    const index = textsOf(question).indexOf(correct_answer ?? "");
    return correct_answer && lineOf(option_contents[index], correct_answer);
  },
};
