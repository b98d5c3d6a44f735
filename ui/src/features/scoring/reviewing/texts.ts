import { texts } from "@/i18n";
import { reviewing } from "@/i18n/staff/en/reviewing";

export const t = texts("reviewing", reviewing);
