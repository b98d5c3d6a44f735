import { texts } from "@/i18n";
import { shared } from "@/i18n/en/shared";

export const t = texts("shared", shared);
