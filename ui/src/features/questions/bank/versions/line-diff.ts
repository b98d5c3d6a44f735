export interface DiffLine {
  kind: "same" | "added" | "removed";
  text: string;
}

/** Above this product of lines the middle counts as replaced: a table of all pairs would be too large. */
const CELLS_MAX = 1_000_000;

const as = (kind: DiffLine["kind"], lines: string[]): DiffLine[] => lines.map((text) => ({ kind, text }));

/** The lines of both texts in order, by their longest common subsequence. */
export function lineDiff(before: string, after: string): DiffLine[] {
  const [old, fresh] = [before.split("\n"), after.split("\n")];
  let start = 0;
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start += 1;
  let end = 0;
  const most = Math.min(old.length, fresh.length) - start;
  while (end < most && old[old.length - 1 - end] === fresh[fresh.length - 1 - end]) end += 1;
  return [
    ...as("same", old.slice(0, start)),
    ...middle(old.slice(start, old.length - end), fresh.slice(start, fresh.length - end)),
    ...as("same", old.slice(old.length - end)),
  ];
}

function middle(old: string[], fresh: string[]): DiffLine[] {
  if (old.length * fresh.length > CELLS_MAX) return [...as("removed", old), ...as("added", fresh)];
  const common = commonLengths(old, fresh);
  const at = (i: number, j: number) => common[i]?.[j] ?? 0;
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < old.length && j < fresh.length) {
    if (old[i] === fresh[j]) {
      lines.push(...as("same", old.slice(i, i + 1)));
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) lines.push(...as("removed", old.slice(i, ++i)));
    else lines.push(...as("added", fresh.slice(j, ++j)));
  }
  return [...lines, ...as("removed", old.slice(i)), ...as("added", fresh.slice(j))];
}

/** At `[i][j]`: the length of the longest common subsequence of what follows `i` and `j`. */
function commonLengths(old: string[], fresh: string[]): Uint32Array[] {
  const table = Array.from({ length: old.length + 1 }, () => new Uint32Array(fresh.length + 1));
  for (let i = old.length - 1; i >= 0; i -= 1) {
    const [row, below] = [table[i], table[i + 1]];
    if (!row || !below) continue;
    for (let j = fresh.length - 1; j >= 0; j -= 1)
      row[j] = old[i] === fresh[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
  }
  return table;
}
