import { texts } from "@/i18n";
import { testTranslations } from "@/i18n/staff/en/test-translations";

export const t = texts("testTranslations", testTranslations);
