import { texts } from "@/i18n";
import { settingsDoctor } from "@/i18n/staff/en/settings-doctor";

export const t = texts("settingsDoctor", settingsDoctor);
