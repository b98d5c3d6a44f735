import { texts } from "@/i18n";
import { codeForm } from "@/i18n/staff/en/code-form";

export const t = texts("codeForm", codeForm);
