import { texts } from "@/i18n";
import { bank } from "@/i18n/staff/en/bank";

export const t = texts("bank", bank);
