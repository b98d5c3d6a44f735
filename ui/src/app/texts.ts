import { texts } from "@/i18n";
import { app } from "@/i18n/en/app";

export const t = texts("app", app);
