import { texts } from "@/i18n";
import { take } from "@/i18n/en/take";

/** The first paint; what is loaded later has texts of its own beside it. */
export const t = texts("take", take);
