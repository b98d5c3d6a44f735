import { DRAW_MAX, POOL_POINTS_MAX, type PoolItem } from "@/features/questions/content/sections";
import { wholeNumber } from "@/features/questions/form/rules";
import { points } from "@/lib/format";
import { t } from "./texts";

/** Errors of a pool by field; empty without one. */
export type PoolProblems = Partial<Record<"tags" | "question_ids" | "draw" | "points", string>>;

export function poolProblems(pool: PoolItem): PoolProblems {
  const found: PoolProblems = {};
  if (pool.by === "tags" && pool.tags.length === 0) found.tags = t("chooseTag");
  if (pool.by === "questions" && pool.question_ids.length === 0) found.question_ids = t("chooseQuestion");
  if (wholeNumber(pool.draw, 1, DRAW_MAX) === null) found.draw = t("wholeNumber", { min: 1, max: DRAW_MAX });
  if (wholeNumber(pool.points, 1, POOL_POINTS_MAX) === null)
    found.points = t("wholeNumber", { min: 1, max: POOL_POINTS_MAX });
  return found;
}

/** Whether the ready members are too few; false while the number is unknown. */
export function isTooSmall({ draw }: PoolItem, ready: number | undefined): boolean {
  const wanted = wholeNumber(draw, 1, DRAW_MAX);
  return ready !== undefined && wanted !== null && ready < wanted;
}

/** "5 of the questions tagged sql and joins, 2 points each" */
export function poolWords({ by, tags, question_ids, draw, points: each }: PoolItem): string {
  const shared = { draw: draw || "?", points: points(Number(each) || 0) };
  return by === "tags"
    ? t("poolByTags", { ...shared, tags: tags.join(` ${t("tagAnd")} `) || "…" })
    : t("poolChosen", { ...shared, count: question_ids.length });
}
