import { texts } from "@/i18n";
import { settingsRunners } from "@/i18n/staff/en/settings-runners";

export const t = texts("settingsRunners", settingsRunners);
