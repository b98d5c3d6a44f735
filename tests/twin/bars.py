"""Limits of time. A machine that does other work cannot be held to them: a run that exceeds one then says that it is starved."""

import os
import pathlib
import time

from postgres import tree

TICKS = os.sysconf("SC_CLK_TCK")
CORES = os.cpu_count()
# Share of the processors that other programs may use.
FOREIGN = 0.25


def patience():
    """By how much longer than on an idle machine to wait."""
    return max(1.0, min(5.0, os.getloadavg()[0] / (2 * CORES)))


def busy():
    """Seconds of all processors since the machine started."""
    fields = pathlib.Path("/proc/stat").read_text(encoding="utf-8").splitlines()[0].split()[1:9]
    user, nice, system, _, _, irq, softirq, steal = map(int, fields)
    return (user + nice + system + irq + softirq + steal) / TICKS


def used(pid):
    """Seconds of a process and of its children that have ended."""
    try:
        stat = pathlib.Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except OSError:
        return 0
    return sum(map(int, stat.rpartition(") ")[2].split()[11:15])) / TICKS


def own(twin):
    pids = {os.getpid()}
    pids |= {member.process.pid for member in twin.members.values() if member.process}
    for name in "ab":
        try:
            pids |= set(tree(twin.pair.postmaster(name)))
        except (OSError, ValueError):
            pass
    return sum(map(used, pids))


class Watch:
    """The share of the processors that other programs have used since its beginning."""

    def __init__(self, twin):
        self.twin, self.began, self.busy, self.own = twin, time.monotonic(), busy(), own(twin)

    def foreign(self):
        used_by_all, used_by_us = busy() - self.busy, own(self.twin) - self.own
        return max(0, used_by_all - used_by_us) / CORES / max(0.1, time.monotonic() - self.began)

    def within(self, what, seconds, limit):
        """Fails if it took longer, and the machine had nothing else to do."""
        self.holds(seconds <= limit, f"{what} took {seconds:.1f} s instead of {limit} s")

    def holds(self, is_met, otherwise):
        """Fails if it is not met, and the machine had nothing else to do. Returns whether it is met."""
        share = 0 if is_met else self.foreign()
        if not is_met and share <= FOREIGN:
            raise RuntimeError(otherwise)
        if not is_met:
            print(f"  starved: {otherwise}, while other programs used {share:.0%} of the processors", flush=True)
        return is_met
