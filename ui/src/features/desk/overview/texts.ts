import { texts } from "@/i18n";
import { overview } from "@/i18n/staff/en/overview";

export const t = texts("overview", overview);
