import type { Finding } from "@/api/types";

const LABELS: Record<string, string> = {
  code_runner: "Code runner",
  remote_runner: "Code runner elsewhere",
  judging: "Judging of code",
  data_folder: "Data folder",
  disk: "Disk space",
  open_files: "Open files",
  backup: "Backups",
  clock: "Clock",
  time_zones: "Time zones",
  secure_context: "Address",
  certificate: "Certificate",
  media_port: "Media port",
  mail: "Mail server",
  outbox: "Waiting emails",
  ai: "AI service",
};

/** A topic of a later server still has a readable name. */
export function labelOf(topic: string): string {
  return LABELS[topic] ?? topic.replaceAll("_", " ");
}

const WEIGHT: Record<Finding["state"], number> = { problem: 0, warning: 1, note: 2, ok: 3 };

/** Problems first; otherwise in the server's order. */
export function troubleFirst(findings: Finding[]): Finding[] {
  return findings.toSorted((a, b) => WEIGHT[a.state] - WEIGHT[b.state]);
}

/** The verdict on the whole. */
export function verdict(findings: Finding[]): { state: Finding["state"]; text: string } {
  const count = (state: Finding["state"]) => findings.filter((f) => f.state === state).length;
  const [problems, warnings] = [count("problem"), count("warning")];
  const words = (n: number, what: string) => `${n} ${what}${n === 1 ? "" : "s"}`;
  if (problems > 0 && warnings > 0)
    return { state: "problem", text: `${words(problems, "problem")} and ${words(warnings, "warning")}` };
  if (problems > 0) return { state: "problem", text: words(problems, "problem") };
  if (warnings > 0) return { state: "warning", text: words(warnings, "warning") };
  return { state: "ok", text: "No problems found" };
}
