import type { Reply } from "@/api/operations";

export type RunnerToken = Reply<"/admin/runners", "get">["tokens"][number];

export const answers = (count: number) => `${count} ${count === 1 ? "answer" : "answers"}`;

/** How a machine is doing, in a word. */
export function stateOf({ revoked_at, runners }: RunnerToken): {
  tone: "green" | "neutral" | "red";
  text: string;
} {
  if (revoked_at) return { tone: "red", text: "Revoked" };
  if (runners.length === 0) return { tone: "neutral", text: "Not connected" };
  const running = runners.reduce((sum, runner) => sum + runner.running, 0);
  return { tone: "green", text: running > 0 ? `Judging ${running}` : "Ready" };
}
