import { texts } from "@/i18n";
import { testChecks } from "@/i18n/staff/en/test-checks";

export const t = texts("testChecks", testChecks);
