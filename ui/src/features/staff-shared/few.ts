import { formatCount } from "@/lib/format";
import { t } from "./shell-texts";

/** Below this number of final results, a middle value says nothing of the others. */
const FEW = 5;

/** Whether a mean or median of so many final results is shown. */
export const hasMiddle = (final: number): boolean => final >= FEW;

/** "2 of 6 final". */
export const finalWords = (final: number, submissions: number): string =>
  t("finalCount", { final: formatCount(final), total: formatCount(submissions) });
