import { texts } from "@/i18n";
import { settingsTheme } from "@/i18n/staff/en/settings-theme";

export const t = texts("settingsTheme", settingsTheme);
