import { texts } from "@/i18n";
import { settingsAi } from "@/i18n/staff/en/settings-ai";

export const t = texts("settingsAi", settingsAi);
