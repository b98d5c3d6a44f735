import { texts } from "@/i18n";
import { jobs } from "@/i18n/staff/en/jobs";

export const t = texts("jobs", jobs);
