import type { NumberKey } from "@/api/questions";
import { t } from "@/features/question-kinds/staff-texts";
import type { KindLabels } from "../kind-labels";
import { shifted } from "./key";

export function numberWords({ correct_number = "", tolerance, unit }: NumberKey): string {
  const spread =
    tolerance &&
    (tolerance.kind === "relative" ? `± ${shifted(tolerance.value, 2)} %` : `± ${tolerance.value}`);
  return [correct_number, unit, spread].filter(Boolean).join(" ");
}

export const NUMERIC_LABELS: KindLabels = {
  group: "number",
  get hint() {
    return t("numericHint");
  },
  key: numberWords,
};
