import { texts } from "@/i18n";
import { rubric } from "@/i18n/staff/en/rubric";

export const t = texts("rubric", rubric);
