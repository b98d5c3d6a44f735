import type { Decision, DecisionValue, RankingRow } from "@/api/ranking";

/** A submission as the page shows it: a ranking's row, or a result. */
export interface Decidable {
  submission_id: string;
  applicant_name: string;
  decision: Decision | null;
  decision_version: number;
  told: RankingRow["told"];
}

/** A decision to be made; null withdraws the one there is. */
export interface Wish {
  decision: DecisionValue | null;
  reason: string;
}
