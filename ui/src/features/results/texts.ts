import { texts } from "@/i18n";
import { result } from "@/i18n/staff/en/result";

export const t = texts("result", result);
