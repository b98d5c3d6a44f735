import type { MatrixCell } from "@/api/ranking";
import type { ranking } from "@/i18n/staff/en/ranking";
import type { PlainKey } from "@/i18n/typed";
import { exactPercent } from "@/lib/score";
import type { Tone } from "@/ui/Badge";
import { t } from "../texts";

interface Look {
  /** Beside the points: colour is not the only cue. */
  symbol: string;
  label: PlainKey<typeof ranking>;
  tone: Tone;
}

export const LOOKS: Record<MatrixCell["status"], Look> = {
  correct: { symbol: "✓", label: "correct", tone: "green" },
  partial: { symbol: "~", label: "partial", tone: "amber" },
  wrong: { symbol: "✗", label: "wrong", tone: "red" },
  pending: { symbol: "?", label: "waits", tone: "violet" },
  unanswered: { symbol: "–", label: "unanswered", tone: "grey" },
  void: { symbol: "/", label: "void", tone: "neutral" },
  absent: { symbol: "", label: "notOnPaper", tone: "neutral" },
};

/** A full score is green, also where a person gave it as a part of the points. */
export const lookOf = ({ status, earned, points }: Pick<MatrixCell, "status" | "earned" | "points">): Look =>
  LOOKS[status === "partial" && earned !== null && earned >= points ? "correct" : status];

/** "Correct, 2 of 2". */
export function cellWords(cell: MatrixCell): string {
  const { earned, points } = cell;
  const label = t(lookOf(cell).label);
  return earned === null ? label : t("answerPoints", { label, earned, points });
}

/** The mean of a question in words of a heading; a dash without one. */
export const meanWords = (mean: number | null) => (mean === null ? "–" : exactPercent(mean * 100));

/** The tone of a question's mean: red if nearly all failed, green if nearly all earned the points. */
export function meanTone(mean: number | null): Tone {
  if (mean === null) return "neutral";
  if (mean < 0.3) return "red";
  return mean < 0.7 ? "amber" : "green";
}

/** Share of the points in a cell that is scored; null for others, which have a look of their own. */
export function shareOf({
  status,
  earned,
  points,
}: Pick<MatrixCell, "status" | "earned" | "points">): number | null {
  const isScored = status === "correct" || status === "partial" || status === "wrong";
  return isScored && earned !== null && points > 0 ? Math.max(0, Math.min(1, earned / points)) : null;
}

/** From red over nothing to green; never so dark that the points are hard to read. */
export function shade(share: number) {
  const [colour, strength] =
    share < 0.5 ? ["--error", (0.5 - share) * 44] : ["--success", (share - 0.5) * 68];
  return {
    backgroundColor: `color-mix(in oklab, var(${colour}) ${Math.round(strength)}%, var(--background-secondary))`,
  };
}
