import type { TextKey } from "@/api/questions";
import type { KindLabels } from "../kind-labels";

export const textWords = ({ accepted = [], pattern }: TextKey) =>
  [...accepted, ...(pattern ? [`pattern ${pattern}`] : [])].join(" / ");

export const SHORT_TEXT_LABELS: KindLabels = {
  group: "Text",
  hint: "A word or a line that equals one of your answers. Scored automatically.",
  key: textWords,
};
