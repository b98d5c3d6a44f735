import type { QuestionStatistics } from "@/api/types";
import type { Tone } from "@/ui/Badge";

export interface Verdict {
  label: string;
  tone: Tone;
}

/** Share of points earned: below 30 % a question is hard, from 85 % on it is easy. */
export function difficulty(share: number): Verdict {
  if (share < 0.3) return { label: "Hard", tone: "red" };
  if (share < 0.85) return { label: "Medium", tone: "blue" };
  return { label: "Easy", tone: "green" };
}

/** Ebel's rule of thumb for the discrimination index: 0.4 very good, 0.2 acceptable, below 0 harmful. */
export function discrimination(value: QuestionStatistics["discrimination"]): Verdict | null {
  if (value === undefined || value === null) return null;
  if (value < 0) return { label: "Negative, check the key", tone: "red" };
  if (value < 0.2) return { label: "Weak", tone: "amber" };
  if (value < 0.4) return { label: "Good", tone: "blue" };
  return { label: "Very good", tone: "green" };
}
