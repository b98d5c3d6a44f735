import type { QuestionStatistics } from "@/api/types";
import type { Tone } from "@/ui/Badge";
import { t } from "./texts";

export interface Verdict {
  label: string;
  tone: Tone;
}

/** Share of points earned: below 30 % a question is hard, from 85 % on it is easy. */
export function difficulty(share: number): Verdict {
  if (share < 0.3) return { label: t("hard"), tone: "red" };
  if (share < 0.85) return { label: t("medium"), tone: "blue" };
  return { label: t("easy"), tone: "green" };
}

/** Ebel's rule of thumb for the discrimination index: 0.4 very good, 0.2 acceptable, below 0 harmful. */
export function discrimination(value: QuestionStatistics["discrimination"]): Verdict | null {
  if (value === undefined || value === null) return null;
  if (value < 0) return { label: t("negative"), tone: "red" };
  if (value < 0.2) return { label: t("weak"), tone: "amber" };
  if (value < 0.4) return { label: t("good"), tone: "blue" };
  return { label: t("veryGood"), tone: "green" };
}
