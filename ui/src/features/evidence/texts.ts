import { texts } from "@/i18n";
import { evidence } from "@/i18n/staff/en/evidence";

export const t = texts("evidence", evidence);
