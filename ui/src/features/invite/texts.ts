import { texts } from "@/i18n";
import { invite } from "@/i18n/en/invite";

export const t = texts("invite", invite);
