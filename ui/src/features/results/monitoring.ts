import type { ResultDetail } from "@/api/types";

/** Whether video was there; none was due where none was agreed on. */
export function monitoringWords({ is_monitored, no_camera }: ResultDetail): string {
  if (is_monitored) return "Monitored";
  return no_camera ? "No camera by agreement" : "Not monitored";
}
