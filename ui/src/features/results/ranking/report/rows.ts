import { api } from "@/api/client";
import type { Ranking, RankingRow } from "@/api/ranking";
import { queryOfView, readView } from "../view";

const PAGE = 200;
/** Rows of a printed report: some 40 pages. */
export const MAX_ROWS = 2_000;

/** All rows of a test, best first, page by page. */
export async function allRows(test: string): Promise<{ ranking: Ranking; rows: RankingRow[] }> {
  const first = queryOfView(readView(new URLSearchParams()));
  const rows: RankingRow[] = [];
  for (let page = 1; ; page++) {
    const ranking = await api.get("/tests/{id}/ranking", {
      path: { id: test },
      query: { ...first, page, limit: PAGE },
    });
    rows.push(...ranking.rows);
    if (ranking.rows.length < PAGE || rows.length >= Math.min(ranking.total, MAX_ROWS))
      return { ranking, rows };
  }
}
