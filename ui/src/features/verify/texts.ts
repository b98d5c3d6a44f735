import { texts } from "@/i18n";
import { verify } from "@/i18n/en/verify";

export const t = texts("verify", verify);
