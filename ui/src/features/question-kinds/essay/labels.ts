import type { KindLabels } from "../kind-labels";

export const ESSAY_LABELS: KindLabels = { group: "Text", hint: "Free text. Scored by a person." };
