import type { QuestionStatistics } from "@/api/types-next";
import type { Tone } from "@/ui/Badge";

export interface Verdict {
  label: string;
  tone: Tone;
}

/** Share of points earned: below 30 % a question is hard, from 85 % on nearly everybody has it. */
export function difficulty(share: number): Verdict {
  if (share < 0.3) return { label: "Hard", tone: "red" };
  if (share < 0.85) return { label: "Medium", tone: "blue" };
  return { label: "Easy", tone: "green" };
}

/** Ebel's rule of thumb for the discrimination index: 0.4 very good, 0.2 acceptable, below 0 harmful. */
export function discrimination(value: QuestionStatistics["discrimination"]): Verdict | null {
  if (value === undefined || value === null) return null;
  if (value < 0) return { label: "Misleading", tone: "red" };
  if (value < 0.2) return { label: "Weak", tone: "amber" };
  if (value < 0.4) return { label: "Good", tone: "blue" };
  return { label: "Very good", tone: "green" };
}

/** "45 s", "2 min 5 s", "1 h 3 min"; an en dash where nothing was measured. */
export function duration(seconds: number | undefined | null): string {
  if (seconds === undefined || seconds === null) return "–";
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return whole % 60 ? `${Math.floor(whole / 60)} min ${whole % 60} s` : `${whole / 60} min`;
  const minutes = Math.round(whole / 60);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
