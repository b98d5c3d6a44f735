import { plural } from "@/lib/format";
import { type KindLabels, textsIn } from "../kind-labels";

export const ORDERING_LABELS: KindLabels = {
  group: "Order and pairs",
  hint: "Items to put into the right order. Scored automatically.",
  size: ({ options = [] }) => plural(options.length, "item"),
  key: (question) => textsIn(question, question.order)?.join(" → "),
};
