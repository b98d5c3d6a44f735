import { texts } from "@/i18n";
import { testForm } from "@/i18n/staff/en/test-form";

export const t = texts("testForm", testForm);
