import type { NumberKey } from "@/api/questions";
import { t } from "@/features/question-kinds/staff-texts";
import { first, type Problem } from "../form/problem";

export interface NumberDraft {
  /** As typed, with a decimal point. */
  correct_number: string;
  tolerance_kind: "none" | "absolute" | "relative";
  /** As typed: a number, or percent where it is relative. */
  tolerance: string;
  unit: string;
}

export const blankNumber = (): NumberDraft => ({
  correct_number: "",
  tolerance_kind: "none",
  tolerance: "",
  unit: "",
});

const DECIMAL = /^\d+(\.\d+)?(e[+-]?\d{1,3})?$/i;
const isDecimal = (text: string) => DECIMAL.test(text.trim());

/** A decimal with its point moved to the right, exactly; what is no plain decimal stays. */
export function shifted(decimal: string, places: number): string {
  const plain = /e/i.test(decimal) ? String(Number(decimal)) : decimal.trim();
  const match = /^(\d+)(?:\.(\d+))?$/.exec(plain);
  if (!match) return decimal;
  const [, whole = "", fraction = ""] = match;
  const lead = Math.max(0, 1 - whole.length - places);
  const point = whole.length + lead + places;
  const digits = ("0".repeat(lead) + whole + fraction).padEnd(point, "0");
  const head = digits.slice(0, point).replace(/^0+(?=\d)/, "");
  const tail = digits.slice(point).replace(/0+$/, "");
  return tail ? `${head}.${tail}` : head;
}

/** 0.05 is 5 %. */
const PERCENT = 2;

export function readNumberKey({ correct_number = "", tolerance, unit = "" }: NumberKey): NumberDraft {
  if (!tolerance) return { ...blankNumber(), correct_number, unit };
  const { kind, value } = tolerance;
  const shown = kind === "relative" ? shifted(value, PERCENT) : value;
  return { correct_number, tolerance_kind: kind, tolerance: shown, unit };
}

export function writeNumberKey(draft: NumberDraft): NumberKey {
  const { tolerance_kind: kind, tolerance } = draft;
  const unit = draft.unit.trim();
  const value = kind === "relative" ? shifted(tolerance, -PERCENT) : tolerance.trim();
  return {
    correct_number: draft.correct_number.trim(),
    ...(kind !== "none" && { tolerance: { kind, value } }),
    ...(unit && { unit }),
  };
}

export function numberProblem(draft: NumberDraft): Problem | null {
  const { correct_number, tolerance_kind, tolerance } = draft;
  const isNumber = isDecimal(correct_number.trim().replace(/^-/, ""));
  const isRelative = tolerance_kind === "relative";
  return first(
    correct_number.trim() === "" && { place: "correct_number", text: t("enterNumber") },
    !isNumber && {
      place: "correct_number",
      text: t("digitsOnly"),
    },
    tolerance_kind !== "none" && !isDecimal(tolerance) && { place: "tolerance", text: t("enterPositive") },
    isRelative && Number(tolerance) > 100 && { place: "tolerance", text: t("percentMax") },
  );
}
