/** What became of a part of a text. */
export type Change = "same" | "added" | "removed";

/** Differences beyond which the middle is shown as replaced: finding the shortest edit would take too long. */
const MAX_EDITS = 1_000;

/** Additions and removals between two lists of words or lines, in order. */
export function diff(old: string[], fresh: string[]): [Change, string][] {
  let start = 0;
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start++;
  let end = 0;
  const most = Math.min(old.length, fresh.length) - start;
  while (end < most && old[old.length - 1 - end] === fresh[fresh.length - 1 - end]) end++;
  return [
    ...each("same", old.slice(0, start)),
    ...between(old.slice(start, old.length - end), fresh.slice(start, fresh.length - end)),
    ...each("same", old.slice(old.length - end)),
  ];
}

const each = (kind: Change, tokens: string[]) => tokens.map((token): [Change, string] => [kind, token]);

/** For each diagonal, how far into the old list one gets with a number of edits. */
class Reach {
  constructor(
    private readonly ends: Int32Array,
    private readonly middle: number,
  ) {}

  at = (line: number): number => this.ends[this.middle + line] ?? 0;

  set(line: number, end: number): void {
    this.ends[this.middle + line] = end;
  }

  /** The part that the next round starts from. */
  copy = (edits: number) =>
    new Reach(this.ends.slice(this.middle - edits - 1, this.middle + edits + 2), edits + 1);

  /** Whether the best way to this diagonal adds a token, and does not remove one. */
  adds = (line: number, edits: number) =>
    line === -edits || (line !== edits && this.at(line - 1) < this.at(line + 1));
}

/** A shortest edit of a list into another, after E. Myers. */
function between(old: string[], fresh: string[]): [Change, string][] {
  const replaced = [...each("removed", old), ...each("added", fresh)];
  if (old.length === 0 || fresh.length === 0) return replaced;
  const most = Math.min(old.length + fresh.length, MAX_EDITS);
  const reach = new Reach(new Int32Array(2 * most + 3), most + 1);
  const rounds: Reach[] = [];
  for (let edits = 0; edits <= most; edits++) {
    rounds.push(reach.copy(edits));
    for (let line = -edits; line <= edits; line += 2) {
      let x = reach.adds(line, edits) ? reach.at(line + 1) : reach.at(line - 1) + 1;
      while (x < old.length && x - line < fresh.length && old[x] === fresh[x - line]) x++;
      reach.set(line, x);
      if (x >= old.length && x - line >= fresh.length) return walkBack(rounds, old, fresh);
    }
  }
  return replaced;
}

function walkBack(rounds: Reach[], old: string[], fresh: string[]): [Change, string][] {
  const found: [Change, string][] = [];
  let [x, y] = [old.length, fresh.length];
  const same = (fromX: number, fromY: number) => {
    for (; x > fromX && y > fromY; x--, y--) found.push(["same", old[x - 1] ?? ""]);
  };
  for (const [edits, reach] of [...rounds.entries()].reverse()) {
    if (edits === 0) break;
    const adds = reach.adds(x - y, edits);
    const line = adds ? x - y + 1 : x - y - 1;
    const fromX = reach.at(line);
    const fromY = fromX - line;
    // After the edit only equal tokens follow.
    if (adds) same(fromX, fromY + 1);
    else same(fromX + 1, fromY);
    found.push(adds ? ["added", fresh[y - 1] ?? ""] : ["removed", old[x - 1] ?? ""]);
    [x, y] = [fromX, fromY];
  }
  same(0, 0);
  return found.reverse();
}
