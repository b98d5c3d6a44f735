import { texts } from "@/i18n";
import { take } from "@/i18n/en/take";

/** For fields that are part of the first paint of a test. */
export const t = texts("take", take);
