import { useQuery } from "@tanstack/react-query";
import { queryOf } from "@/api/query";
import type { TestFunnel } from "@/api/types";
import { wholePercent } from "@/lib/score";

/** Tests whose counts are shown: the maximum of one page. */
const LIMIT = 1000;

export const useFunnels = () => useQuery(queryOf("/tests/funnels", { query: { limit: LIMIT } }));

/** "30 invited, 18 done, median 61%". */
export function funnelWords({ invited, completed, median }: TestFunnel): string {
  if (invited === 0) return "No invitations yet";
  return [
    `${invited} invited`,
    `${completed} done`,
    ...(median === undefined ? [] : [`median ${wholePercent(median)}`]),
  ].join(", ");
}
