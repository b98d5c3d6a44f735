import { texts } from "@/i18n";
import { timeline } from "@/i18n/staff/en/timeline";

export const t = texts("timeline", timeline);
