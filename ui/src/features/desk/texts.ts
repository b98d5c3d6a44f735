import { texts } from "@/i18n";
import { desk } from "@/i18n/staff/en/desk";

export const t = texts("desk", desk);
