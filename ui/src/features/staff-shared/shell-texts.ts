import { texts } from "@/i18n";
import { shell } from "@/i18n/staff/en/shell";

export const t = texts("shell", shell);
