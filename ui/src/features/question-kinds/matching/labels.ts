import { choicesOf } from "@/api/questions";
import { plural } from "@/lib/format";
import { type KindLabels, lineWords, textIn } from "../kind-labels";

export const MATCHING_LABELS: KindLabels = {
  group: "Order and pairs",
  hint: "Prompts, each with its match. Scored automatically.",
  size: ({ prompts = [] }) => plural(prompts.length, "pair"),
  key: (question) =>
    question.prompts
      ?.map((prompt) => `${lineWords(prompt)}: ${textIn(choicesOf(question), question.pairs?.[prompt.id])}`)
      .join("; "),
};
