import { t } from "./texts";
export const dayCount = (count: number) => t("days", { count });
export const characterCount = (count: number) => t("characters", { count });

/** The numbers to choose from, with the present one, which the command line may have set. */
export const choices = (
  numbers: readonly number[],
  present: number | null | undefined,
  words: (count: number) => string,
) =>
  [...new Set([...numbers, ...(typeof present === "number" ? [present] : [])])]
    .toSorted((a, b) => a - b)
    .map((number) => ({ value: String(number), label: words(number) }));
