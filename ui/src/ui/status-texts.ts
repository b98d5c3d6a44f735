import { texts } from "@/i18n";
import { status } from "@/i18n/staff/en/status";

export const t = texts("status", status);
