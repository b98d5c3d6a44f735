import { wholeNumber } from "@/features/questions/form/rules";
import { plural, points } from "@/lib/format";
import { DRAW_MAX, POOL_POINTS_MAX, type PoolItem } from "./sections";

/** Errors of a pool by field; empty without one. */
export type PoolProblems = Partial<Record<"tags" | "question_ids" | "draw" | "points", string>>;

export function poolProblems(pool: PoolItem): PoolProblems {
  const found: PoolProblems = {};
  if (pool.by === "tags" && pool.tags.length === 0) found.tags = "Choose at least one tag";
  if (pool.by === "questions" && pool.question_ids.length === 0)
    found.question_ids = "Choose at least one question";
  if (wholeNumber(pool.draw, 1, DRAW_MAX) === null) found.draw = `A whole number from 1 to ${DRAW_MAX}`;
  if (wholeNumber(pool.points, 1, POOL_POINTS_MAX) === null)
    found.points = `A whole number from 1 to ${POOL_POINTS_MAX}`;
  return found;
}

/** Whether the ready members are too few; false while the number is unknown. */
export function isTooSmall({ draw }: PoolItem, ready: number | undefined): boolean {
  const wanted = wholeNumber(draw, 1, DRAW_MAX);
  return ready !== undefined && wanted !== null && ready < wanted;
}

/** "5 of the questions tagged sql and joins, 2 points each" */
export function poolWords({ by, tags, question_ids, draw, points: each }: PoolItem): string {
  const members =
    by === "tags"
      ? `the questions tagged ${tags.join(" and ") || "…"}`
      : plural(question_ids.length, "chosen question");
  return `${draw || "?"} of ${members}, ${points(Number(each) || 0)} each`;
}
