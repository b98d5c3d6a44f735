import { texts } from "@/i18n";
import { controls } from "@/i18n/staff/en/controls";

export const t = texts("controls", controls);
