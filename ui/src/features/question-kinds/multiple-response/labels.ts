import { plural } from "@/lib/format";
import { type KindLabels, textsIn } from "../kind-labels";

export const RESPONSE_LABELS: KindLabels = {
  group: "Choice",
  hint: "Any number of correct options. Scored automatically.",
  size: ({ options = [] }) => plural(options.length, "option"),
  key: (question) => textsIn(question, question.correct_answers)?.join(", "),
};
