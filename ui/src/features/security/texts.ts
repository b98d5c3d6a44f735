import { texts } from "@/i18n";
import { security } from "@/i18n/en/security";

export const t = texts("security", security);
