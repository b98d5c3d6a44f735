/** The numbers to choose from, with the present one, which the command line may have set. */
export const choices = (numbers: readonly number[], present: number | null | undefined, unit: string) =>
  [...new Set([...numbers, ...(typeof present === "number" ? [present] : [])])]
    .toSorted((a, b) => a - b)
    .map((number) => ({ value: String(number), label: `${number} ${unit}${number === 1 ? "" : "s"}` }));
