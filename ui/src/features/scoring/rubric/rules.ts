import type { Rubric, ScoringAnswer } from "@/api/types";

/** Items that have a digit key. */
const KEYED_ITEMS = 9;

/** The points that the chosen items make (docs/behaviour/results.md#rubrics). */
export function rubricPoints(
  { mode, items }: Pick<Rubric, "mode" | "items">,
  full: number,
  chosen: readonly string[],
): number {
  const sum = items.reduce((total, { id, points }) => total + (chosen.includes(id) ? points : 0), 0);
  return Math.max(0, Math.min(full, mode === "add" ? sum : full - sum));
}

/** The chosen items with one switched on or off, in the rubric's order; items that it no longer has drop out. */
export const toggled = ({ items }: Pick<Rubric, "items">, chosen: readonly string[], id: string) =>
  items.map((item) => item.id).filter((other) => chosen.includes(other) !== (other === id));

/** "+2", "−0.5": what choosing the item does. */
export const effectWords = (mode: Rubric["mode"], points: number) => `${mode === "add" ? "+" : "−"}${points}`;

/** The item of a digit key; null where the key has none. */
export function itemOfKey({ items }: Pick<Rubric, "items">, key: string): string | null {
  return /^[1-9]$/.test(key) ? (items.slice(0, KEYED_ITEMS)[Number(key) - 1]?.id ?? null) : null;
}

/** The key of the item at `index`. */
export const keyOfItem = (index: number) => (index < KEYED_ITEMS ? String(index + 1) : null);

/** Whether people score by items; a rubric may hold a model answer and snippets alone. */
export const hasItems = (rubric: Rubric | undefined): rubric is Rubric =>
  rubric !== undefined && rubric.items.length > 0;

/** The texts of the chosen items. */
export const chosenTexts = (rubric: Rubric | undefined, chosen: ScoringAnswer["rubric_items"]) =>
  (rubric?.items ?? []).filter(({ id }) => chosen?.includes(id)).map(({ text }) => text);
