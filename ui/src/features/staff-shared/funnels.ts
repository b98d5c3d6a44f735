import { useQuery } from "@tanstack/react-query";
import { queryOf } from "@/api/query";
import type { TestFunnel } from "@/api/types";
import { useRights } from "@/lib/rights";
import { wholePercent } from "@/lib/score";
import { finalWords, tellsMiddle } from "./few";

/** Tests whose counts are shown: the maximum of one page. */
const LIMIT = 1000;

export function useFunnels() {
  const { may } = useRights();
  return useQuery({
    ...queryOf("/tests/funnels", { query: { limit: LIMIT } }),
    enabled: may("read_results"),
  });
}

/** "median 61%"; of few final results, how many there are; undefined without any. */
export function medianWords({ completed, waiting_for_review, median }: TestFunnel): string | undefined {
  const final = Math.max(0, completed - waiting_for_review);
  if (completed === 0) return undefined;
  if (median !== undefined && tellsMiddle(final)) return `median ${wholePercent(median)}`;
  return waiting_for_review > 0 ? finalWords(final, completed) : undefined;
}

/** "30 invited, 18 done, median 61%". */
export function funnelWords(funnel: TestFunnel): string {
  if (funnel.invited === 0) return "No invitations yet";
  return [`${funnel.invited} invited`, `${funnel.completed} done`, medianWords(funnel)]
    .filter(Boolean)
    .join(", ");
}

export interface Step {
  label: string;
  count: number;
  colour: string;
}

/** The states of a test's invites, furthest first. */
export function stepsOf({ completed, in_progress, scheduled, sent, expired }: TestFunnel): Step[] {
  return [
    { label: "done", count: completed, colour: "bg-success" },
    { label: "in progress", count: in_progress, colour: "bg-warning" },
    { label: "scheduled", count: scheduled, colour: "bg-primary" },
    { label: "not started", count: sent, colour: "bg-primary/40" },
    { label: "expired", count: expired, colour: "bg-line-strong/50" },
  ].filter(({ count }) => count > 0);
}
