import type { Finding } from "@/api/types";
import { t } from "./texts";

const LABELS = {
  code_runner: "codeRunner",
  remote_runner: "remoteRunner",
  judging: "judging",
  data_folder: "dataFolder",
  disk: "disk",
  open_files: "openFiles",
  backup: "backup",
  clock: "clock",
  time_zones: "timeZones",
  secure_context: "secureContext",
  certificate: "certificate",
  media_port: "mediaPort",
  media_load: "mediaLoad",
  mail: "mail",
  outbox: "outbox",
  ai: "ai",
} as const;
const isKnown = (topic: string): topic is keyof typeof LABELS => Object.hasOwn(LABELS, topic);

/** A topic of a later server still has a readable name. */
export function labelOf(topic: string): string {
  return isKnown(topic) ? t(LABELS[topic]) : topic.replaceAll("_", " ");
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
  const texts = {
    problems: t("problems", { count: problems }),
    warnings: t("warnings", { count: warnings }),
  };
  if (problems > 0 && warnings > 0) return { state: "problem", text: t("both", texts) };
  if (problems > 0) return { state: "problem", text: texts.problems };
  if (warnings > 0) return { state: "warning", text: texts.warnings };
  return { state: "ok", text: t("noProblems") };
}
