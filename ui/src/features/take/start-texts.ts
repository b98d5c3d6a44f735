import { texts } from "@/i18n";
import { takeStart } from "@/i18n/en/take-start";

export const t = texts("takeStart", takeStart);
