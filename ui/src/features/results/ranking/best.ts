import type { RankingRow } from "@/api/ranking";

/** The best `count` of a list that begins with the best, and all who share the last place. */
export function best(shown: RankingRow[], count: number): RankingRow[] {
  const final = shown.filter(({ rank }) => rank !== null);
  const last = final[count - 1]?.rank ?? null;
  return final.filter((row, index) => index < count || row.rank === last);
}

/** Whether rows of the next page may share the last place of the best `count`. */
export function tiesGoOn(shown: RankingRow[], count: number): boolean {
  const [last, end] = [shown[count - 1]?.rank ?? null, shown.at(-1)?.rank ?? null];
  return last !== null && last === end;
}
