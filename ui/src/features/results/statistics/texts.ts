import { texts } from "@/i18n";
import { statistics } from "@/i18n/staff/en/statistics";

export const t = texts("statistics", statistics);
