import { texts } from "@/i18n";
import { monitoring } from "@/i18n/staff/en/monitoring";

export const t = texts("monitoring", monitoring);
