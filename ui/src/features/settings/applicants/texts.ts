import { texts } from "@/i18n";
import { settingsApplicants } from "@/i18n/staff/en/settings-applicants";

export const t = texts("settingsApplicants", settingsApplicants);
