import { texts } from "@/i18n";
import { richText } from "@/i18n/en/rich-text";

export const t = texts("richText", richText);
