import { texts } from "@/i18n";
import { testPage } from "@/i18n/staff/en/test-page";

export const t = texts("testPage", testPage);
