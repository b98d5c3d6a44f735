/** A pass mark as it is typed: null for none, undefined for what is not a percentage. */
export function markOf(typed: string): number | null | undefined {
  const text = typed.trim().replace(",", ".").replace(/\s*%$/, "");
  if (text === "") return null;
  const value = Number(text);
  return value >= 0 && value <= 100 ? Math.round(value * 1000) / 1000 : undefined;
}
