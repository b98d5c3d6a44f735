import { texts } from "@/i18n";
import { settingsEvidence } from "@/i18n/staff/en/settings-evidence";

export const t = texts("settingsEvidence", settingsEvidence);
