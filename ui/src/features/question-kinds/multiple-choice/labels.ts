import { textsOf } from "@/api/questions";
import { plural } from "@/lib/format";
import { lineOf } from "@/ui/rich-text/plain";
import type { KindLabels } from "../kind-labels";

export const CHOICE_LABELS: KindLabels = {
  group: "Choice",
  hint: "One correct option from a list. Scored automatically.",
  size: ({ options = [] }) => plural(options.length, "option"),
  key: (question) => {
    const { correct_answer, option_contents = [] } = question;
    const index = textsOf(question).indexOf(correct_answer ?? "");
    return correct_answer && lineOf(option_contents[index], correct_answer);
  },
};
