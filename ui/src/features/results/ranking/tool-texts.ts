import { texts } from "@/i18n";
import { rankingTools } from "@/i18n/staff/en/ranking-tools";

export const t = texts("rankingTools", rankingTools);
