/** The list shown: the options of the answer in its order, then those that it lacks. */
export function shownOrder(answered: readonly string[], all: readonly string[]): string[] {
  return [...answered, ...all.filter((id) => !answered.includes(id))];
}

/** The order with one id moved by a number of places; unchanged at an end. */
export function movedBy(order: readonly string[], id: string, by: number): string[] {
  const from = order.indexOf(id);
  const to = Math.min(Math.max(from + by, 0), order.length - 1);
  const others = order.filter((other) => other !== id);
  return [...others.slice(0, to), id, ...others.slice(to)];
}
