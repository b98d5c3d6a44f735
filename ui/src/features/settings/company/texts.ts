import { texts } from "@/i18n";
import { settingsCompany } from "@/i18n/staff/en/settings-company";

export const t = texts("settingsCompany", settingsCompany);
