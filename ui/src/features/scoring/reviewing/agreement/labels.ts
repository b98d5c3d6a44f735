import type { Agreement } from "@/api/types";
import { plural } from "@/lib/format";

/** Lower bounds of kappa, and what they are usually called (Landis and Koch, 1977). */
const STEPS: [number, string][] = [
  [0.81, "almost perfect"],
  [0.61, "substantial"],
  [0.41, "moderate"],
  [0.21, "fair"],
  [0, "slight"],
];

/** "substantial"; poor where chance would agree more often. */
export const kappaWords = (kappa: number) => STEPS.find(([from]) => kappa >= from)?.[1] ?? "poor";

/** Answers that both markers scored. */
export const pairsOf = ({ agreed, to_settle, settled }: Agreement) => agreed + to_settle + settled;

/** "17 of 20 answers have the same points from both markers." */
export const pairWords = (agreement: Agreement) =>
  `${agreement.agreed} of ${plural(pairsOf(agreement), "answer")} ${agreement.agreed === 1 ? "has" : "have"} the same points from both markers.`;

/** "They agree on 12 of 14 answers, kappa 0.78 (substantial)." */
export function markersText({ agreed, answers, kappa }: Agreement["questions"][number]): string {
  const pairs = `They agree on ${agreed} of ${plural(answers, "answer")}`;
  return kappa === null
    ? `${pairs}; too few or too alike for a kappa.`
    : `${pairs}, kappa ${kappa.toFixed(2)} (${kappaWords(kappa)}).`;
}
