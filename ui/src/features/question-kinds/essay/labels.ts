import { t } from "@/features/question-kinds/staff-texts";
import type { KindLabels } from "../kind-labels";

export const ESSAY_LABELS: KindLabels = {
  group: "text",
  get hint() {
    return t("essayHint");
  },
};
