import { texts } from "@/i18n";
import { testSettings } from "@/i18n/staff/en/test-settings";

export const t = texts("testSettings", testSettings);
