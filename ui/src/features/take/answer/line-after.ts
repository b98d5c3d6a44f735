/**
 * The line of `after` that was `line` of `before`, from 1; undefined if it was changed or deleted. Between the first and
 * the last change, a line is found by its text if no other one there has it.
 */
export function lineAfter(line: number, before: string, after: string): number | undefined {
  const [old, present] = [before.split("\n"), after.split("\n")];
  const shorter = Math.min(old.length, present.length);
  let head = 0;
  while (head < shorter && old[head] === present[head]) head++;
  if (line <= head) return line;
  let tail = 0;
  while (tail < shorter - head && old.at(-1 - tail) === present.at(-1 - tail)) tail++;
  if (line > old.length - tail) return line + present.length - old.length;
  const text = old[line - 1];
  const placesIn = (lines: string[]) =>
    lines.flatMap((one, at) => (one === text && at >= head && at < lines.length - tail ? [at + 1] : []));
  const [place, ...others] = placesIn(present);
  return others.length === 0 && placesIn(old).length === 1 ? place : undefined;
}
