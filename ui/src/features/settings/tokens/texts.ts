import { texts } from "@/i18n";
import { settingsTokens } from "@/i18n/staff/en/settings-tokens";

export const t = texts("settingsTokens", settingsTokens);
