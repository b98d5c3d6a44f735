import { texts } from "@/i18n";
import { applicant } from "@/i18n/en/applicant";

export const t = texts("applicant", applicant);
