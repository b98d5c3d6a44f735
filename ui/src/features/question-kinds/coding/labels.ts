import { t } from "@/features/question-kinds/staff-texts";
import type { KindLabels } from "../kind-labels";

export const CODING_LABELS: KindLabels = {
  group: "text",
  get hint() {
    return t("codingHint");
  },
  size: ({ tests = [] }) => t("codeTests", { count: tests.length }),
};
