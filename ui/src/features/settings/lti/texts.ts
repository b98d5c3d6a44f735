import { texts } from "@/i18n";
import { settingsLti } from "@/i18n/staff/en/settings-lti";

export const t = texts("settingsLti", settingsLti);
