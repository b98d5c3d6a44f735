import type { Repair, RepairAction, Repairs } from "@/api/ranking";
import type { ResultAnswer } from "@/api/types";
import { t } from "../tool-texts";

export const actionWords = (action: RepairAction) => ({ label: t(action), hint: t(`${action}Hint`) });

export const hasValue = (action: RepairAction) => action === "also_accept" || action === "new_key";

/** "Also accept an answer: Berlin". */
export const repairWords = ({ action, value, value_text }: Repair) =>
  value === null ? t(action) : `${t(action)}: ${value_text ?? value}`;

/** "Question 3. Also accept an answer: Berlin. Reason: both are right" */
export function repairLine(repair: Repair, number: number | undefined): string {
  const place = number === undefined ? "" : `${t("questionNumber", { number })} `;
  const state = repair.undone_by === null ? t("repairReason", { reason: repair.reason }) : t("undone");
  return `${place}${repairWords(repair)}. ${state}`;
}

/** Repairs that were added or undone since the list was read. */
export function changedSince(before: Repairs, now: Repairs): Repair[] {
  const known = new Map(before.repairs.map((repair) => [repair.id, repair.undone_by]));
  return now.repairs.filter(({ id, undone_by }) => !known.has(id) || known.get(id) !== undone_by);
}

/** "2 points added by a repair: the key was wrong". */
export function markWords({ action, points, reason }: NonNullable<ResultAnswer["repair"]>): string {
  if (action === "void") return t("takenOut", { reason });
  if (points === 0) return t("scoredByRepair", { reason });
  return t(points > 0 ? "pointsAdded" : "pointsTaken", { count: Math.abs(points), reason });
}
