import { texts } from "@/i18n";
import { sharedLinks } from "@/i18n/en/shared-links";

export const t = texts("sharedLinks", sharedLinks);
