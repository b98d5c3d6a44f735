import type { ResultDetail } from "@/api/types";
import { exactPercent } from "@/lib/score";
import { t } from "./texts";

/** "Rank 3 of 37, all candidates on average 62.0%, passed": a final score among the others. */
export const standingWords = ({ rank, field, passed }: ResultDetail): string =>
  [
    rank !== null && t("rankOf", { rank, final: field.final }),
    field.mean !== null && t("onAverage", { score: exactPercent(field.mean) }),
    passed !== null && t(passed ? "passed" : "notPassed"),
  ]
    .filter(Boolean)
    .join(", ");
