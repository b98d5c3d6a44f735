import { texts } from "@/i18n";
import { practice } from "@/i18n/en/practice";

export const t = texts("practice", practice);
