"""scale.py [CANDIDATES [SECONDS]]: where the writer of a site of so many candidates at once would stand.

A simulation of group commits: while one is made, saves wait, and the next one takes all of them. What a commit costs is the line
through two measurements of closed loops (docs/scale.md): clients / rate = fixed + each * clients."""

import bisect
import random
import sys

# Saves per second of 64 and of 256 clients.
ALONE = (35_661, 49_322)
HISTORY = tuple(0.9 * rate for rate in ALONE)
# The leader's share of those, in one run with them (`make bench-twin`).
LOG = tuple(share * rate for share, rate in zip((0.64, 0.76), HISTORY))
MEASURED = {
    "alone": ALONE,
    "alone, with the history of answers (x 0.9)": HISTORY,
    "with a log (64 and 76 % of that)": LOG,
}
INTERVAL = 5.0
# Places in the store's queue: above it, a save is refused and repeated.
QUEUE = 2_048


def costs(rates):
    """Seconds of a commit, and of each save in it."""
    small, large = (clients / rate for clients, rate in zip((64, 256), rates))
    each = (large - small) / (256 - 64)
    return small - 64 * each, each


def simulated(rates, per_second, seconds, seed=1):
    """Waits of the saves in ms, sorted; saves of a commit; saves that met a full queue."""
    roll = random.Random(seed)
    fixed, each = costs(rates)
    at, saves = 0.0, []
    while at < seconds:
        at += roll.expovariate(per_second)
        saves.append(at)
    now, first, commits, waits, refused = 0.0, 0, 0, [], 0
    while first < len(saves):
        now = max(now, saves[first])
        end = bisect.bisect_right(saves, now, first)
        taken = min(end, first + QUEUE)
        refused += end - taken
        now += fixed + each * (taken - first)
        commits += 1
        waits += [1000 * (now - save) for save in saves[first:taken]]
        # What is refused comes again later; it is not waited for here.
        first = end
    return sorted(waits), len(waits) / commits, refused


def main():
    candidates = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    seconds = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    for name, rates in MEASURED.items():
        fixed, each = costs(rates)
        print(f"{name}: a commit costs {1000 * fixed:.2f} ms and {1e6 * each:.1f} us for each save; never more than {1 / each:,.0f}/s")
        for share in (0.5, 1.0, 1.25, 1.5, 2.0, 2.5):
            per_second = share * candidates / INTERVAL
            waits, batch, refused = simulated(rates, per_second, seconds)
            p50, p99 = waits[len(waits) // 2], waits[int(len(waits) * 0.99)]
            print(f"  {share * candidates:>9,.0f} candidates, {per_second:>7,.0f} saves/s: {batch:>6.0f} in a commit, "
                  f"p50 {p50:>7.1f} ms, p99 {p99:>7.1f} ms, refused {refused / (len(waits) + refused):.1%}")


if __name__ == "__main__":
    main()
