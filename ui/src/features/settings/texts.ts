import { texts } from "@/i18n";
import { settings } from "@/i18n/staff/en/settings";

export const t = texts("settings", settings);
