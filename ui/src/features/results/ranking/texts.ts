import { texts } from "@/i18n";
import { ranking } from "@/i18n/staff/en/ranking";

export const t = texts("ranking", ranking);
