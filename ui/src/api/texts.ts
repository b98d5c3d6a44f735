import { texts } from "@/i18n";
import { errors } from "@/i18n/en/errors";

export const t = texts("errors", errors);
