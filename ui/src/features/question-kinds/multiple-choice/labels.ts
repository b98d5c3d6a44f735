import { textsOf } from "@/api/questions";
import { t } from "@/features/question-kinds/staff-texts";
import { wordsOf } from "@/ui/rich-text/unmarked";
import type { KindLabels } from "../kind-labels";

export const CHOICE_LABELS: KindLabels = {
  group: "choice",
  get hint() {
    return t("choiceHint");
  },
  size: ({ options = [] }) => t("optionCount", { count: options.length }),
  key: (question) => {
    const { correct_answer, option_contents = [], format } = question;
    const index = textsOf(question).indexOf(correct_answer ?? "");
    return correct_answer && wordsOf({ text: correct_answer, format, content: option_contents[index] });
  },
};
