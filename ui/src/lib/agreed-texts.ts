import { texts } from "@/i18n";
import { agreed } from "@/i18n/staff/en/agreed";

export const t = texts("agreed", agreed);
