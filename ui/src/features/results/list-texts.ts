import { texts } from "@/i18n";
import { resultList } from "@/i18n/staff/en/result-list";

export const t = texts("resultList", resultList);
