import { texts } from "@/i18n";
import { attempt } from "@/i18n/staff/en/attempt";

export const t = texts("attempt", attempt);
