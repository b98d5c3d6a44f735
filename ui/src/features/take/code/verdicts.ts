import type { Run, RunResult, RunVerdict } from "@/api/types";
import { plural } from "@/lib/format";

/** Without an expected output, accepted means that the program ran. */
export const VERDICTS: Record<RunVerdict, string> = {
  AC: "The program ran",
  WA: "Wrong answer",
  TLE: "Time limit exceeded",
  MLE: "Memory limit exceeded",
  OLE: "Too much output",
  RTE: "The program failed",
  CE: "The code does not compile",
  IE: "The code could not be run",
};

/** Of a run on tests. */
export const TEST_VERDICTS: Record<RunVerdict, string> = { ...VERDICTS, AC: "Passed" };

/** Of a run or a test whose output is not shown in full. */
export const CUT = "The output was longer. Only its beginning is shown.";

/** "36 ms, 9.2 MB". */
export function costWords({ cpu_ms, memory_kb }: RunResult): string {
  return `${cpu_ms} ms, ${(memory_kb / 1024).toFixed(1)} MB`;
}

/** The place in the queue and the time so far, in words. */
export function waitWords({ state, place, asked_at }: Run, now: number): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(asked_at)) / 1000));
  if (state === "running") return `Running (${seconds} s)`;
  const before = place === 0 ? "next in the queue" : `behind ${plural(place, "other run")}`;
  return `Waiting, ${before} (${seconds} s)`;
}
