import { texts } from "@/i18n";
import { rehearsal } from "@/i18n/staff/en/rehearsal";

export const t = texts("rehearsal", rehearsal);
