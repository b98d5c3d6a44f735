import { texts } from "@/i18n";
import { passwordReset } from "@/i18n/en/password-reset";

export const t = texts("passwordReset", passwordReset);
