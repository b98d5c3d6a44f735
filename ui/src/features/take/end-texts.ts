import { texts } from "@/i18n";
import { takeEnd } from "@/i18n/en/take-end";

export const t = texts("takeEnd", takeEnd);
