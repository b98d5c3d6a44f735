import type { ResultDetail } from "@/api/types";
import { t } from "./texts";

/** Whether video was there; none was due where none was agreed on. */
export function monitoringWords({ is_monitored, no_camera }: ResultDetail): string {
  if (is_monitored) return t("monitored");
  return no_camera ? t("noCamera") : t("notMonitored");
}
