import { useQuery } from "@tanstack/react-query";
import { queryOf } from "@/api/query";
import type { TestFunnel } from "@/api/types";
import { useRights } from "@/lib/rights";
import { wholePercent } from "@/lib/score";
import { finalWords, hasMiddle } from "./few";
import { t } from "./shell-texts";

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
  if (median !== undefined && hasMiddle(final)) return t("median", { score: wholePercent(median) });
  return waiting_for_review > 0 ? finalWords(final, completed) : undefined;
}

/** "30 invited, 18 done, median 61%". */
export function funnelWords(funnel: TestFunnel): string {
  if (funnel.invited === 0) return t("noInvitationsYet");
  return [
    t("countInvited", { count: funnel.invited }),
    t("countDone", { count: funnel.completed }),
    medianWords(funnel),
  ]
    .filter(Boolean)
    .join(", ");
}

export interface Step {
  label: string;
  /** The filter of the list of invitations that shows them. */
  status: string;
  count: number;
  colour: string;
}

/** The states of a test's invites, furthest first. */
export function stepsOf({ completed, in_progress, scheduled, sent, expired }: TestFunnel): Step[] {
  return [
    { label: t("stepDone"), status: "completed", count: completed, colour: "bg-success" },
    { label: t("stepInProgress"), status: "in_progress", count: in_progress, colour: "bg-warning" },
    { label: t("stepScheduled"), status: "scheduled", count: scheduled, colour: "bg-primary" },
    { label: t("stepNotStarted"), status: "sent", count: sent, colour: "bg-primary/55" },
    { label: t("stepExpired"), status: "expired", count: expired, colour: "bg-line-strong/50" },
  ].filter(({ count }) => count > 0);
}
