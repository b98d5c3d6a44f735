import { texts } from "@/i18n";
import { signin } from "@/i18n/en/signin";

export const t = texts("signin", signin);
