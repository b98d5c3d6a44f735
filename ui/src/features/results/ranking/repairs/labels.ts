import type { Repair, RepairAction, Repairs } from "@/api/ranking";
import type { ResultAnswer } from "@/api/types";
import { plural } from "@/lib/format";

export const ACTIONS: Record<RepairAction, { label: string; hint: string }> = {
  also_accept: {
    label: "Also accept an answer",
    hint: "It earns the points, like the answers that are right now.",
  },
  new_key: { label: "Another key", hint: "Only the answer below is right." },
  full_marks: { label: "Full marks for all", hint: "Everyone gets the points, even for a blank answer." },
  void: { label: "Take the question out", hint: "Its points no longer count for anyone." },
};

export const hasValue = (action: RepairAction) => action === "also_accept" || action === "new_key";

/** "Also accept an answer: Berlin". */
export const repairWords = ({ action, value, value_text }: Repair) =>
  value === null ? ACTIONS[action].label : `${ACTIONS[action].label}: ${value_text ?? value}`;

/** "Question 3. Also accept an answer: Berlin. Reason: both are right" */
export function repairLine(repair: Repair, number: number | undefined): string {
  const place = number === undefined ? "" : `Question ${number}. `;
  const state = repair.undone_by === null ? `Reason: ${repair.reason}` : "Undone";
  return `${place}${repairWords(repair)}. ${state}`;
}

/** Repairs that were added or undone since the list was read. */
export function changedSince(before: Repairs, now: Repairs): Repair[] {
  const known = new Map(before.repairs.map((repair) => [repair.id, repair.undone_by]));
  return now.repairs.filter(({ id, undone_by }) => !known.has(id) || known.get(id) !== undone_by);
}

/** "2 points added by a repair: the key was wrong". */
export function markWords({ action, points, reason }: NonNullable<ResultAnswer["repair"]>): string {
  if (action === "void") return `Taken out of the score by a repair: ${reason}`;
  if (points === 0) return `Scored by a repair: ${reason}`;
  return `${plural(Math.abs(points), "point")} ${points > 0 ? "added" : "taken"} by a repair: ${reason}`;
}
