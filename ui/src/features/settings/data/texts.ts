import { texts } from "@/i18n";
import { settingsData } from "@/i18n/staff/en/settings-data";

export const t = texts("settingsData", settingsData);
