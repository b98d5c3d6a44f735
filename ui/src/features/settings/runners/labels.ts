import type { Reply } from "@/api/operations";
import { t } from "./texts";

export type RunnerToken = Reply<"/admin/runners", "get">["tokens"][number];

export const answers = (count: number) => t("answers", { count });

/** How a machine is doing, in a word. */
export function stateOf({ revoked_at, runners }: RunnerToken): {
  tone: "green" | "neutral" | "red";
  text: string;
} {
  if (revoked_at) return { tone: "red", text: t("revoked") };
  if (runners.length === 0) return { tone: "neutral", text: t("notConnected") };
  const running = runners.reduce((sum, runner) => sum + runner.running, 0);
  return { tone: "green", text: running > 0 ? t("judging", { count: running }) : t("ready") };
}
