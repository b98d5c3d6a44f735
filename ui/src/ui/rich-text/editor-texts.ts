import { texts } from "@/i18n";
import { editor } from "@/i18n/staff/en/editor";

export const t = texts("editor", editor);
