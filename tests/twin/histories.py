"""Histories that end, or have not begun: a rebuild, a migration, data of another version, a restored backup. Members that cannot
follow say so, and join again."""

import pathlib
import re
import signal
import struct
import time

from faults import led_by
from site_of_two import other
from steps import diagnosed, expect, refused, state_of, status, token_of

# Of a database of redb: a page, and what a leaf of many rows takes at most.
PAGE, MAX_LEAF = 4096, 1 << 20
KEY = b"schema_version"


def value_of(data, key):
    """Where the value of a row is whose key stands there. A leaf: number of rows, ends of keys, ends of values, keys, values."""
    for page in range(key // PAGE * PAGE, max(-1, key - MAX_LEAF), -PAGE):
        rows = struct.unpack_from("<H", data, page + 2)[0]
        if data[page] != 1 or not 0 < rows < PAGE or page + 4 + 8 * rows > len(data):
            continue
        ends = struct.unpack_from(f"<{2 * rows}I", data, page + 4)
        starts = (4 + 8 * rows, *ends)
        if key - page in starts[:rows] and ends[starts.index(key - page)] == key - page + len(KEY):
            row = starts.index(key - page)
            return page + starts[rows + row], page + ends[rows + row]
    return None


def schema_of(member, version=None):
    """The schema version in the file of a stopped member; writes another one, if it is given."""
    path = pathlib.Path(f"{member.folder}/{member.name}/invigil.redb")
    data, found = bytearray(path.read_bytes()), set()
    for match in re.finditer(re.escape(KEY), bytes(data)):
        start, end = value_of(data, match.start()) or (0, 0)
        if end - start == 4:
            found.add(struct.unpack_from(">I", data, start)[0])
            if version:
                struct.pack_into(">I", data, start, version)
    expect(found, "no schema version")
    if version:
        path.write_bytes(data)
    # A page that is not in use any more may hold an older one.
    return max(found)


def seeded_again(twin, name):
    """A member that needs a seed says so, is not asked to lead, and joins again under its name."""
    member, leader = twin.members[name], twin.leader()
    twin.wait(lambda: state_of(member) == "needs_seed", f"{name} does not need a seed: {twin.states()}")
    twin.wait(lambda: status(member)["state"] == "needs_seed", f"{name} does not say it to its operator")
    expect(diagnosed(member, "needs a seed"), member.doctor())
    twin.wait(lambda: f"{name} cannot follow" in leader.doctor(), "doctor on the leader does not say it")
    refused(leader, "twin", "promote", name, saying="needs a seed")
    member.kill(signal.SIGTERM)
    expect("Nothing was changed" in member.run("twin", "leave", "--dry-run"), "leave --dry-run")
    member.run("twin", "leave")
    # At once: the leader may not have seen that it has left.
    join = ("twin", "join", "--from", f"http://127.0.0.1:{leader.port}", "--name", name, "--token-file")
    member.run(*join, token_of(leader, twin.folder))
    member.start()
    twin.caught_up(name)


def checked(twin, load, what):
    """The member that was seeded leads, with everything."""
    leader = led_by(twin, other(twin.leader().name))
    load.silence(time.monotonic())
    lost = load.lost(leader)
    expect(not lost, f"{what}: lost {lost}")
    twin.caught_up(other(leader.name))
    print(f"  {what}: the other member said that it needs a seed, and joined again; {load.total} saves acknowledged", flush=True)


def rebuilt(twin, running):
    """Indexes are rebuilt while candidates save: the rows of that are not in the log."""
    with running(twin) as load:
        leader = twin.leader()
        twin.caught_up(other(leader.name))
        load.silence(time.monotonic())
        said = leader.run("check", "--rebuild-indexes")
        expect("no problems" in said, said)
        load.silence(time.monotonic())
        expect(twin.leader().name == leader.name, "the leader has changed")
        seeded_again(twin, other(leader.name))
        checked(twin, load, "a rebuild")


def migrated(twin, running):
    """Data of the version before: the member that takes over migrates them, the other one needs a seed."""
    leader = twin.leader()
    successor = twin.members[other(leader.name)]
    twin.caught_up(successor.name)
    for member in (successor, leader):
        member.kill(signal.SIGTERM)
        current = schema_of(member)
        schema_of(member, current - 1)
    successor.start()
    twin.wait(lambda: successor.ask("GET", "/readyz")[0] == 200, "a member with data of the version before does not lead")
    expect("migrating the database" in successor.log(), successor.log()[-2000:])
    leader.start()
    with running(twin) as load:
        load.silence(time.monotonic())
        seeded_again(twin, leader.name)
        checked(twin, load, "a migration")
    for member in twin.members.values():
        expect("no problems" in member.run("check"), "check")


def other_versions(twin, running):
    """A program that is older than its data waits and says so; saves go on. One that will migrate them says that beforehand."""
    leader = twin.leader()
    member = twin.members[other(leader.name)]
    twin.caught_up(member.name)
    member.kill(signal.SIGTERM)
    current = schema_of(member)
    schema_of(member, current + 1)
    member.start()
    with running(twin) as load:
        twin.wait(lambda: diagnosed(member, "this program knows up to"), "a member with newer data does not say so", 20)
        expect("this member does not go on" in member.log(), member.log()[-500:])
        load.silence(time.monotonic())
        expect(member.ask("GET", "/readyz")[0] == 503 and twin.leader().name == leader.name, twin.states())
        twin.wait(lambda: f"{member.name} was last seen" in leader.doctor(), "doctor does not say that it is away", 30)
        refused(leader, "twin", "promote", member.name, saying="was seen")
        member.kill(signal.SIGTERM)
        schema_of(member, current - 1)
        member.start()
        twin.caught_up(member.name)
        expect(diagnosed(member, "each other member needs a seed then"), member.doctor())
        refused(member, "test", "export", "--format", "json", twin.test, saying="each other member needs a seed then")
        member.kill(signal.SIGTERM)
        schema_of(member, current)
        member.start()
        twin.caught_up(member.name)
        lost = load.lost(leader)
        expect(not lost, f"lost {lost}")
    print("  data of another version: a newer one is waited with, an older one is announced", flush=True)


def restored(twin, running):
    """A restored backup is another history: a member refuses it, and begins a new log."""
    pair, leader = twin.pair, twin.leader()
    follower = twin.members[other(leader.name)]
    twin.caught_up(follower.name)
    backup = f"{twin.folder}/restored.backup"
    leader.run("backup", "--force", backup)
    with running(twin) as load:
        load.silence(time.monotonic())
    for member in (follower, leader):
        refused(member, "restore", backup, saying="another history than its log's")
        member.kill(signal.SIGTERM)
    refused(leader, "restore", backup, saying="another history than its log's")
    leader.run("twin", "detach", "--i-am-alone")
    expect("Restored" in leader.run("restore", backup), "restore")
    init = ("twin", "init", "--log", pair.url(), "--name", leader.name, "--lease", str(twin.lease))
    refused(leader, *init, saying="already exists")
    pair.sql(pair.primary(), "drop table invigil_lease, invigil_log, invigil_member")
    leader.run(*init)
    leader.start()
    twin.wait(lambda: leader.ask("GET", "/readyz")[0] == 200, "the restored data is not served")
    # Its file is of the history before.
    follower.start()
    twin.wait(lambda: state_of(follower) in ("diverged", "needs_seed"), f"a member of another history follows: {twin.states()}")
    expect(twin.leader().name == leader.name, "it leads")
    follower.kill(signal.SIGTERM)
    follower.run("twin", "leave")
    join = ("twin", "join", "--from", f"http://127.0.0.1:{leader.port}", "--name", follower.name, "--token-file")
    follower.run(*join, token_of(leader, twin.folder))
    follower.start()
    twin.caught_up(follower.name)
    # What was saved after the backup is gone, and the page repeats what it holds: a new load begins above it.
    with running(twin) as load:
        load.silence(time.monotonic())
        leader = led_by(twin, follower.name)
        load.silence(time.monotonic())
        lost = load.lost(leader)
        expect(not lost, f"lost {lost}")
        twin.caught_up(other(leader.name))
    print("  a restored backup: refused by a member, then served with a new log", flush=True)
