"""A member dies at each point of the protocol (`INVIGIL_TWIN_DIES`, debug builds)."""

import random
import signal
import time

from site_of_two import other
from steps import expect

# A record is sent, committed and acknowledged: of a member that leads.
OF_LEADERS = ("append", "appended", "committed")
# What was read is applied: of a member that follows.
OF_FOLLOWERS = ("apply", "applied")
# Between a take-over and the first request.
OF_TAKE_OVERS = ("taken", "led")


def started(twin, name, point, times):
    """The member that follows, started again, dies at this point."""
    member = twin.members[name]
    member.kill(signal.SIGTERM)
    member.start(env={"INVIGIL_TWIN_DIES": f"{point}:{times}"})
    return member


def is_dead(member):
    return member.process.poll() is not None


def once(twin, load, point):
    leader = twin.leader()
    twin.caught_up(other(leader.name))
    member = started(twin, other(leader.name), point, 1 if point in OF_TAKE_OVERS else random.randrange(5, 200))
    since = time.monotonic()
    if point in OF_LEADERS:
        twin.caught_up(member.name)
        leader.run("twin", "promote", member.name)
    elif point in OF_TAKE_OVERS:
        twin.caught_up(member.name)
        since = time.monotonic()
        leader.kill()
    twin.wait(lambda: is_dead(member), f"{member.name} does not die at '{point}'")
    expect("INVIGIL_TWIN_DIES is set" in member.log(), "this build has no crash points")
    if point in OF_TAKE_OVERS:
        leader.start()
    member.start()
    pauses = load.silence(since)
    lost = load.lost(twin.leader())
    expect(not lost, f"{point}: lost {lost}")
    return pauses


def reached(twin, running, rounds):
    with running(twin) as load:
        for point in (*OF_LEADERS, *OF_FOLLOWERS, *OF_TAKE_OVERS):
            pauses = sorted(pause for _ in range(rounds) for pause in once(twin, load, point))
            print(f"  {rounds} deaths at '{point}': silence {pauses[len(pauses) // 2]:.2f} s (p50), "
                  f"{pauses[int(len(pauses) * 0.95)]:.2f} s (p95)", flush=True)
    twin.caught_up(other(twin.leader().name))
