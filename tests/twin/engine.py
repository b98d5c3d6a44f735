"""PostgreSQL as its own administrators leave it: a machine without power, defaults of the role, a standby that is away."""

import base64
import json
import pathlib
import signal
import subprocess
import time

from faults import rewired
from proxy import Proxy
from site_of_two import Member, other
from steps import expect, refused, status, token_of

CANCEL = "select pg_cancel_backend(pid) from pg_stat_activity where application_name = 'invigil' and wait_event = 'SyncRep'"
RECONNECT = "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'invigil'"


def silent_server(twin):
    """The first server of the URL does not answer, as a machine without power: the members use the other one."""
    pair = twin.pair
    silent = Proxy(pair.ports[pair.primary()])
    silent.set("stall")
    for member in twin.members.values():
        rewired(member, [silent.port, pair.ports[pair.primary()]])
    leader = twin.leader()
    twin.caught_up(other(leader.name))
    leader.run("twin", "status")
    for name in twin.members:
        rewired(twin.members[name], [pair.ports[server] for server in "ab"])
    leader = twin.leader()
    twin.caught_up(other(leader.name))
    print("  a server of the log that does not answer: the other one is used", flush=True)


def cancelled_waits(twin, running):
    """A wait for the standby that is cancelled ends with a warning, which the role does not want to see: nothing is
    acknowledged nevertheless."""
    pair = twin.pair
    primary = pair.primary()
    for setting in ("client_min_messages = error", "idle_session_timeout = '1s'", "statement_timeout = '50ms'"):
        pair.sql(primary, f"alter role invigil set {setting}")
    pair.sql(primary, RECONNECT)
    try:
        with running(twin) as load:
            leader = twin.leader()
            twin.caught_up(other(leader.name))
            load.silence(time.monotonic())
            pair.freeze(other(primary))
            try:
                # Appends that were under way may still be answered.
                time.sleep(1)
                before = load.total
                for _ in range(20):
                    pair.sql(primary, CANCEL)
                    time.sleep(0.05)
                expect(load.total == before, f"{load.total - before} saves were acknowledged without the standby")
            finally:
                pair.thaw(other(primary))
            load.silence(time.monotonic())
            lost = load.lost(twin.leader())
            expect(not lost, f"lost {lost}")
    finally:
        pair.sql(primary, "alter role invigil reset all")
        pair.sql(primary, RECONNECT)
    twin.caught_up(other(twin.leader().name))
    print("  cancelled waits for the standby: nothing is acknowledged", flush=True)


def deposed_while_it_begins(twin):
    """A member that took over loses the log before it is ready: it follows again, and does not end."""
    pair = twin.pair
    leader = twin.leader()
    successor = twin.members[other(leader.name)]
    twin.caught_up(successor.name)
    begun = successor.log().count("leading epoch=")
    standby = other(pair.primary())
    leader.kill()
    twin.wait(lambda: successor.log().count("leading epoch=") > begun, f"{successor.name} does not take over")
    pair.freeze(standby)
    try:
        time.sleep(twin.lease + 3)
    finally:
        pair.thaw(standby)
    # If it was ready before, it is deposed as any other one.
    expect(successor.process.poll() is None, f"{successor.name} has ended: {successor.log()[-300:]}")
    leader.start()
    twin.caught_up(other(twin.leader().name))
    print("  a take-over without a log: follows again", flush=True)


def interrupted_init(twin):
    """`init` goes on after its connection broke in the commit, and takes no log that a member has used."""
    pair = twin.pair
    pair.sql(pair.primary(), "create database second owner invigil", "postgres")
    proxy = Proxy(pair.ports[pair.primary()])
    member = Member(twin.members["a"].binary, "g", twin.folder)
    member.run("admin", "create", "--email", "g@example.org", "--name", "G", "--password-stdin", stdin="correct horse battery")
    init = ("twin", "init", "--log", f"postgres://invigil@127.0.0.1:{proxy.port}/second?sslmode=disable", "--name")
    proxy.cut_on = b"COMMIT\0"
    refused(member, *init, "g", saying="Run the same command again")
    proxy.set("pass")
    began = json.loads(member.run(*init, "g", "--json"))
    expect(began["member"] == "g" and not status(member)["members"], began)
    # Killed after the commit.
    member.run(*init, "g")
    refused(member, *init, "h", saying="is the member 'g' of the log")
    member.start()
    twin.wait(lambda: member.ask("GET", "/readyz")[0] == 200, "the server does not lead after an interrupted init")
    member.kill(signal.SIGTERM)
    refused(member, *init, "g", saying="already exists")
    expect(status(member)["name"] == "g", "the membership has ended")
    print("  an init that was cut in its commit: goes on", flush=True)


def with_other_key(member):
    """The member's folder has a key that is not the twin's."""
    path = pathlib.Path(f"{member.folder}/{member.name}/secret.key")
    path.parent.mkdir(exist_ok=True)
    path.write_text(base64.b64encode(b"k" * 32).decode() + "\n", encoding="utf-8")
    path.chmod(0o600)


def promoted_in_vain(twin):
    """The member that was asked to lead stands still: the one before leads again, and the command ends with that."""
    leader = twin.leader()
    follower = twin.members[other(leader.name)]
    twin.caught_up(follower.name)
    began = time.monotonic()
    follower.process.send_signal(signal.SIGSTOP)
    try:
        refused(leader, "twin", "promote", follower.name, saying=f"did not take the lease in time: '{leader.name}' leads")
    finally:
        follower.process.send_signal(signal.SIGCONT)
    took = time.monotonic() - began
    twin.caught_up(follower.name)
    print(f"  a promotion that a member does not follow: ends after {took:.1f} s", flush=True)


def mistaken_commands(twin):
    """Commands that name the wrong member change nothing, and take no time."""
    leader = twin.leader()
    follower = twin.members[other(leader.name)]
    twin.caught_up(follower.name)

    def lease():
        return twin.pair.sql(twin.pair.primary(), "select epoch, holder, wanted from invigil_lease")

    before = lease()
    began = time.monotonic()
    leader.run("twin", "promote")
    expect(time.monotonic() < began + 15, "a member that leads already is waited for")
    refused(leader, "twin", "leave", "nobody", saying="no member 'nobody'")
    refused(leader, "twin", "leave", follower.name, saying="stop its server first")
    refused(follower, "twin", "leave", leader.name, saying="promote another member first")
    refused(leader, "twin", "promote", "nobody", saying="no member 'nobody'")
    twin.pair.sql(twin.pair.primary(), "insert into invigil_member values ('x', 1, now() + interval '1 hour', '0', 'needs_seed', 0)")
    refused(leader, "twin", "promote", "x", saying="needs a seed")
    twin.pair.sql(twin.pair.primary(), "delete from invigil_member where name = 'x'")
    expect(lease() == before, f"{lease()} after {before}")
    members = [member["name"] for member in status(leader)["members"]]
    stranger = Member(leader.binary, "f", twin.folder)
    with_other_key(stranger)
    join = ("twin", "join", "--from", f"http://127.0.0.1:{leader.port}", "--name", "f", "--token-file")
    refused(stranger, *join, token_of(leader, twin.folder), saying="holds another key")
    expect([member["name"] for member in status(leader)["members"]] == members, status(leader))
    follower.kill(signal.SIGTERM)
    refused(follower, "twin", "detach", "--i-am-alone", saying=f"{leader.name} leads")
    # It would be missed only when this machine has to lead.
    serve = ("serve", "--listen", "127.0.0.1:0", "--media-listen", "off", "--runner", "off")
    key = pathlib.Path(f"{follower.folder}/{follower.name}/secret.key")
    own = key.read_bytes()
    key.unlink()
    refused(follower, *serve, saying="the key of the data in .* is missing")
    with_other_key(follower)
    refused(follower, *serve, saying="not the one that this data was created with")
    key.write_bytes(own)
    follower.start()
    twin.caught_up(follower.name)
    # Without its standby the log takes no commit, and a command does not wait for ever.
    standby = other(twin.pair.primary())
    twin.pair.freeze(standby)
    try:
        done = subprocess.run(leader.command("twin", "promote", follower.name), text=True, capture_output=True, check=False,
                              timeout=50)
        expect(done.returncode == 1 and len(done.stderr.strip().splitlines()) == 1, done)
    finally:
        twin.pair.thaw(standby)
    twin.caught_up(other(twin.leader().name))
    print("  commands that name the wrong member: refused", flush=True)
