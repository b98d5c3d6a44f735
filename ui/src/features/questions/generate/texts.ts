import { texts } from "@/i18n";
import { generate } from "@/i18n/staff/en/generate";

export const t = texts("generate", generate);
