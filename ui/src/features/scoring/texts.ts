import { texts } from "@/i18n";
import { scoring } from "@/i18n/staff/en/scoring";

export const t = texts("scoring", scoring);
