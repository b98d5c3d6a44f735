"""What a person types, on a twin that runs: tokens, a seed that is cut, commands on a follower, a log that lost its end."""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import threading
import time

from proxy import Proxy
from site_of_two import Member, other


def refused(member, *args, saying):
    """The command fails, and says so."""
    done = subprocess.run(member.command(*args), text=True, capture_output=True, check=False)
    if done.returncode != 1 or not re.search(saying, done.stderr):
        raise RuntimeError(f"{args}: exit {done.returncode}, {done.stderr.strip()}; expected: {saying}")


def expect(what, found):
    if not what:
        raise RuntimeError(f"unexpected: {found}")


def diagnosed(member, words):
    """Whether `doctor --json` has a finding with these words."""
    done = subprocess.run(member.command("doctor", "--json"), text=True, capture_output=True, check=False)
    return any(words in one["said"] for one in json.loads(done.stdout))


def status(member):
    return json.loads(member.run("twin", "status", "--json"))


def token_of(leader, folder, name="token"):
    path = f"{folder}/{name}"
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(fd, "w", encoding="utf-8") as file:
        file.write(leader.run("twin", "token"))
    return path


def copied(twin):
    """A copy of a member's folder says that it is one. It takes nothing while the original follows, and while it leads."""
    leader = twin.leader()
    original = twin.members[other(leader.name)]
    original.kill(signal.SIGTERM)
    copy = Member(original.binary, "copy", twin.folder)
    shutil.copytree(f"{twin.folder}/{original.name}", f"{twin.folder}/copy", ignore=shutil.ignore_patterns("*.sock"))
    original.start()
    twin.caught_up(original.name)
    copy.start()

    def says():
        return f"another server is the member '{original.name}' too" in copy.doctor()

    try:
        twin.wait(says, "a copy of a member does not say that it is one")
        refused(copy, "twin", "promote", saying="another server is the member")
        original.run("twin", "promote")
        epoch = status(original)["epoch"]
        # Longer than a lease.
        time.sleep(4)
        expect(says() and twin.leader().name == original.name, copy.doctor())
        expect(status(original)["epoch"] == epoch, status(original))
        found = status(copy)
        expect("another server is the member" in found["error"] and found["lag_ms"] is None, found)
        expect("another server is the member" in copy.run("twin", "status").splitlines()[0], "status of a copy")
        expect("error" not in status(original), status(original))
    finally:
        copy.kill(signal.SIGTERM)
    refused(copy, "twin", "detach", "--i-am-alone", saying=f"{original.name} leads")
    shutil.rmtree(f"{twin.folder}/copy")
    twin.caught_up(leader.name)
    print("  a copy of a member: it takes nothing, and says so", flush=True)


def follower_commands(twin):
    """`backup`, `check`, `export` and `audit` read the follower's file, with and without its server; all else names the leader."""
    leader = twin.leader()
    follower = twin.members[other(leader.name)]
    backup = f"{twin.folder}/follower.backup"
    for runs in (True, False):
        if not runs:
            follower.kill(signal.SIGTERM)
        said = follower.doctor()
        expect(f"{leader.name} leads" in said if runs else "does not run" in said, said)
        follower.run("backup", "--force", backup)
        expect("no problems" in follower.run("check"), "check")
        expect("hash" in follower.run("audit", "export"), "audit")
        expect(follower.run("test", "export", "--format", "json", twin.test), "tests")
        follower.run("results", "export", "--format", "json")
        for command in (("admin", "list"), ("check", "--rebuild-indexes"), ("theme", "set", "forest"), ("twin", "token")):
            refused(follower, *command, saying=f"run the command on {leader.name}, which leads")
    follower.start()
    twin.caught_up(follower.name)
    at = status(follower)
    expect(at["state"] == "following" and at["lag_ms"] < 5000 and at["epoch"] > 0, at)
    at = status(leader)
    expect(at["state"] == "leading" and at["lag_ms"] == 0 and at["number"] > 0, at)
    wanted = {leader.name: "leading", follower.name: "following"}
    # A member tells its state with its next report.
    twin.wait(lambda: {m["name"]: m["state"] for m in status(leader)["members"]} == wanted, "the members do not say what they are")
    code, body = follower.ask("GET", "/api/tests")
    expect(code == 503 and json.loads(body)["code"] == "unavailable" and leader.name in body, body)
    code, body = follower.ask("GET", "/readyz")
    expect(code == 503 and json.loads(body)["state"] == "following", body)
    # Anyone may ask, also while the log is away: its servers are named to the operator alone.
    expect(sorted(json.loads(body)) == ["behind", "lag_ms", "state"], body)

    # The server that leads looks at the members every few seconds.
    twin.wait(lambda: f"{follower.name} follows" in leader.doctor(), "doctor does not say that the other follows")
    figures = leader.ask("GET", "/metrics")[1]
    for line in ('invigil_twin_state{state="leading"} 1', "invigil_twin_members 2", "invigil_twin_members_away 0",
                 f'invigil_twin_lag_seconds{{member="{follower.name}"}}',
                 f'invigil_twin_clock_ahead_seconds{{member="{follower.name}"}}'):
        expect(line in figures, f"no {line}")
    print("  commands on a follower: read, or name the leader", flush=True)


def joins(twin):
    """A third member. A join that is cut goes on; one that is killed leaves nothing that a server takes for whole."""
    leader = twin.leader()
    proxy = Proxy(leader.port)
    address = f"http://127.0.0.1:{proxy.port}"
    third = Member(leader.binary, "c", twin.folder)
    pathlib.Path(f"{twin.folder}/wrong").write_text("x" * 43, encoding="utf-8")
    join = ("twin", "join", "--from", address, "--name", "c", "--token-file")
    refused(third, *join, f"{twin.folder}/wrong", saying="join token is not valid")
    refused(third, *join[:3], f"http://tests.example.org", *join[4:], f"{twin.folder}/wrong", saying="must begin with https")
    path = token_of(leader, twin.folder)
    # Killed in the middle.
    proxy.cut_after, proxy.mode = None, "pass"
    begun = subprocess.Popen(third.command(*join, path), stderr=subprocess.PIPE)
    stalled = threading.Event()

    def stall():
        while proxy.passed < 200_000 and begun.poll() is None:
            time.sleep(0.001)
        proxy.set("stall")
        stalled.set()

    threading.Thread(target=stall).start()
    stalled.wait(30)
    begun.kill()
    begun.wait()
    whole = pathlib.Path(f"{twin.folder}/c/invigil.redb").exists()
    if not whole:
        third.start()
        twin.wait(lambda: third.ask("GET", "/readyz")[0] == 503, "an unfinished folder is served")
        found = third.ask("GET", "/readyz")[1]
        expect(json.loads(found)["state"] == "needs_seed", found)
        expect(status(third)["state"] == "needs_seed", "status")
        expect(diagnosed(third, "has no data"), third.doctor())
        third.kill()
    proxy.set("pass")
    proxy.passed, proxy.cut_after = 0, 150_000
    done = subprocess.run(third.command(*join, path), text=True, capture_output=True, check=False)
    if whole:
        expect("has data already" in done.stderr, done.stderr)
    else:
        expect(done.returncode == 0 and "beginning again" in done.stderr, done.stderr)
    expect(not list(pathlib.Path(f"{twin.folder}/c").glob(".seed-*")), "a stage is left")
    # Spent.
    fourth = Member(leader.binary, "d", twin.folder)
    refused(fourth, *join[:4], "--name", "d", "--token-file", path, saying="join token is not valid")
    third.start()
    twin.wait(lambda: '"following"' in third.ask("GET", "/readyz")[1], "the third member does not follow")
    expect([m["name"] for m in status(leader)["members"]] == ["a", "b", "c"], "members")
    third.kill(signal.SIGTERM)
    third.run("twin", "leave")
    expect([m["name"] for m in status(leader)["members"]] == ["a", "b"], "members")
    print(f"  joining: {'killed too late, ' if whole else 'killed, '}cut, begun again; the token is spent", flush=True)


def repaired(twin, load_of):
    """An asynchronous log loses its end with its machine. Both members stop and say so; one appends its last records again."""
    pair = twin.pair
    leader = twin.leader()
    follower = twin.members[other(leader.name)]
    primary = pair.primary()
    standby = other(primary)
    pair.synchronous(primary, False)
    # Stopped, not frozen: what a frozen one has received would not be lost.
    pair.halt(standby)
    with load_of(twin) as load:
        before = load.total
        twin.wait(lambda: load.total > before + 50, "nothing is acknowledged by an asynchronous log")
        twin.caught_up(follower.name)
        pair.kill(primary)
        acked = load.total
    pair.start(standby)
    pair.promote(standby)
    twin.wait(lambda: all(state_of(m) == "diverged" for m in twin.members.values()), "no member says that it has diverged", 60)
    # Each looks at the log again and again, for a person may have repaired it.
    for member in twin.members.values():
        twin.wait(lambda member=member: status(member)["state"] == "diverged", f"{member.name} does not say it to its operator")
    for member in twin.members.values():
        member.kill(signal.SIGTERM)
    batches = {name: int(m.run("twin", "rows").split()[0]) for name, m in twin.members.items()}
    first = max(batches, key=batches.get)
    # A lease that could not be given back ends by itself.
    dry_run = twin.members[first].command("twin", "repair", "--dry-run")
    twin.wait(lambda: b"leads: stop it first" not in subprocess.run(dry_run, capture_output=True, check=False).stderr,
              "the lease of a stopped member does not end")
    dry = json.loads(twin.members[first].run("twin", "repair", "--dry-run", "--json"))
    again = json.loads(twin.members[first].run("twin", "repair", "--dry-run", "--json"))
    expect(dry == again and dry["repair"]["lost"] > 0, (dry, again))
    twin.members[first].run("twin", "repair")
    refused(twin.members[first], "twin", "repair", saying="nothing is lost")
    for member in twin.members.values():
        member.start()
    leader = twin.leader()
    twin.caught_up(other(leader.name))
    lost = load.lost(leader)
    if lost:
        raise RuntimeError(f"a repaired log lacks {lost}")
    pair.mend()
    print(f"  repair: {dry['repair']['lost']} batches lost by an asynchronous log were named and appended again; "
          f"{acked} acknowledged saves are there", flush=True)


def state_of(member):
    try:
        return json.loads(member.ask("GET", "/readyz")[1])["state"]
    except (ValueError, KeyError):
        return ""
