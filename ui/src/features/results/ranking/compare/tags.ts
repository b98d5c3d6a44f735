import type { Comparison } from "@/api/ranking";

export interface TagRow {
  tag: string;
  /** Mean share of the points of all final results; null if unknown. */
  field: number | null;
  /** Shares by candidate; null where the paper has no question with the tag. */
  shares: (number | null)[];
}

/** Scores by tag, side by side: the tags of any of the candidates, by name. */
export function tagRows({ candidates, field }: Comparison): TagRow[] {
  const names = new Set(candidates.flatMap(({ tags }) => tags.map(({ tag }) => tag)));
  return [...names].sort().map((tag) => ({
    tag,
    field: field.tags.find((one) => one.tag === tag)?.mean ?? null,
    shares: candidates.map(({ tags }) => {
      const own = tags.find((one) => one.tag === tag);
      return own && own.points > 0 ? own.earned / own.points : null;
    }),
  }));
}

/** The share of a section's points; null where it is not on the paper or has none. */
export const sectionShare = (points: Comparison["candidates"][number]["sections"][number] | undefined) =>
  points && points.points > 0 ? points.earned / points.points : null;
