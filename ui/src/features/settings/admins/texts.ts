import { texts } from "@/i18n";
import { settingsAdmins } from "@/i18n/staff/en/settings-admins";

export const t = texts("settingsAdmins", settingsAdmins);
