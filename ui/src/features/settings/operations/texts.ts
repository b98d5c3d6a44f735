import { texts } from "@/i18n";
import { settingsOperations } from "@/i18n/staff/en/settings-operations";

export const t = texts("settingsOperations", settingsOperations);
