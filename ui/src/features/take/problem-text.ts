import type { Problem } from "./problem";
import { t } from "./texts";

/** The server's words, where it said any. */
export const problemText = ({ detail }: Problem): string => detail ?? t("serverUnreachable");
