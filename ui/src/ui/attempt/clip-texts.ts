import { texts } from "@/i18n";
import { clips } from "@/i18n/staff/en/clips";

export const t = texts("clips", clips);
