import { texts } from "@/i18n";
import { settingsWebhooks } from "@/i18n/staff/en/settings-webhooks";

export const t = texts("settingsWebhooks", settingsWebhooks);
