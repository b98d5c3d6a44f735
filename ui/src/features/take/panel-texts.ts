import { texts } from "@/i18n";
import { takePanel } from "@/i18n/en/take-panel";

export const t = texts("takePanel", takePanel);
