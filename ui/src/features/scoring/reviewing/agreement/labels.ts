import type { Agreement } from "@/api/types";
import { withDecimalMark } from "@/lib/format";
import { t } from "../texts";

/** Lower bounds of kappa, and what they are usually called (Landis and Koch, 1977). */
const STEPS = [
  [0.81, "almostPerfect"],
  [0.61, "substantial"],
  [0.41, "moderate"],
  [0.21, "fair"],
  [0, "slight"],
] as const;

/** "substantial"; poor where chance would agree more often. */
export const kappaWords = (kappa: number) => t(STEPS.find(([from]) => kappa >= from)?.[1] ?? "poor");

/** Answers that both markers scored. */
export const pairsOf = ({ agreed, to_settle, settled }: Agreement) => agreed + to_settle + settled;

/** "17 of 20 answers have the same points from both markers." */
export const pairWords = (agreement: Agreement) =>
  t("sameFromBoth", { agreed: agreement.agreed, count: pairsOf(agreement) });

/** "They agree on 12 of 14 answers, kappa 0.78 (substantial)." */
export function markersText({ agreed, answers, kappa }: Agreement["questions"][number]): string {
  return kappa === null
    ? t("agreeNoKappa", { agreed, count: answers })
    : t("agreeKappa", {
        agreed,
        count: answers,
        kappa: withDecimalMark(kappa.toFixed(2)),
        words: kappaWords(kappa),
      });
}
