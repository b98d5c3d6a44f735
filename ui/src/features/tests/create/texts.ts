import { texts } from "@/i18n";
import { testWizard } from "@/i18n/staff/en/test-wizard";

export const t = texts("testWizard", testWizard);
