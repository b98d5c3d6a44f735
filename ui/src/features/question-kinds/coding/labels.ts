import type { KindLabels } from "../kind-labels";

export const CODING_LABELS: KindLabels = {
  group: "Text",
  hint: "A program. Scored by its tests, or by a person.",
};
