import { texts } from "@/i18n";
import { settingsSignIn } from "@/i18n/staff/en/settings-sign-in";

export const t = texts("settingsSignIn", settingsSignIn);
