import type { RankingRow } from "@/api/ranking";
import type { ResultRow } from "@/api/types";

/** What is newly known of a row: a decision that was just made. */
export type NewlyDecided = Pick<RankingRow, "submission_id" | "decision" | "decision_version">;

/** A row of either list. */
export type ListedRow = RankingRow | ResultRow;

/** The test that all rows are of; null where they are of several. `own`: of a list of one test. */
export function testOf(rows: readonly ListedRow[], own: string | null): string | null {
  if (own !== null) return own;
  const tests = new Set(rows.map((row) => ("test_id" in row ? row.test_id : null)));
  return tests.size === 1 ? ([...tests][0] ?? null) : null;
}
