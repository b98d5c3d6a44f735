export const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The entries that were added to a list and taken from it, applied to another list. */
function listOnTop(before: unknown[], now: unknown[], mine: unknown[]) {
  const has = (list: unknown[], one: unknown) => list.some((other) => same(one, other));
  return [
    ...now.filter((one) => has(mine, one) || !has(before, one)),
    ...mine.filter((one) => !has(before, one) && !has(now, one)),
  ];
}

/** The own changes of a form on top of what someone else has stored since it was opened. */
export function onTop<Values extends object>(before: Values, now: Values, mine: Values): Values {
  const own = Object.keys(mine).filter((name) => {
    const field = name as keyof Values;
    return !same(mine[field], before[field]);
  });
  const merged = own.map((name) => {
    const [old, theirs, value] = [before, now, mine].map((values) => values[name as keyof Values]);
    const lists = Array.isArray(old) && Array.isArray(theirs) && Array.isArray(value);
    return [name, lists ? listOnTop(old, theirs, value) : value];
  });
  return { ...now, ...Object.fromEntries(merged) };
}
