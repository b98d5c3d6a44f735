"""More faults: cuts of the network, PgBouncer, certificates, disks, clocks, large records."""

import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import threading
import time

from postgres import free_port
from programs import program
from proxy import Proxy
from site_of_two import other
from steps import expect, refused, status

# As much as one call takes.
QUESTIONS = 90
CHARACTERS = 20_000


def rewired(member, hosts):
    """The member's server, started again, reaches the log at these ports."""
    member.kill(signal.SIGTERM)
    path = pathlib.Path(f"{member.folder}/{member.name}/twin.json")
    settings = json.loads(path.read_text(encoding="utf-8"))
    at = ",".join(f"127.0.0.1:{port}" for port in hosts)
    settings["log"] = re.sub(r"@[^/]+/", f"@{at}/", settings["log"])
    path.write_text(json.dumps(settings), encoding="utf-8")
    member.start()


def led_by(twin, name):
    """Lets this member lead."""
    if twin.leader().name != name:
        twin.caught_up(name)
        # A folder that was moved to another disk is another one, as that of a copy is, for 10 s.
        twin.wait(lambda: "error" not in status(twin.members[name]), f"{name} is taken for a copy")
        twin.members[name].run("twin", "promote")
        twin.wait(lambda: twin.members[name].ask("GET", "/readyz")[0] == 200, f"{name} does not lead")
    return twin.members[name]


def cuts(twin, running, rounds):
    """The leader loses the log: silently, with closed connections, and in the middle of a statement."""
    pair = twin.pair
    for name in twin.members:
        twin.caught_up(other(twin.leader().name))
        led_by(twin, other(name))
        proxies = [Proxy(pair.ports[server]) for server in "ab"]
        rewired(twin.members[name], [proxy.port for proxy in proxies])
        twin.caught_up(name)
        with running(twin) as load:
            for n in range(rounds):
                for how in ("stall", "closed", "within a statement"):
                    leader = led_by(twin, name)
                    twin.caught_up(other(name))
                    since = time.monotonic()
                    for proxy in proxies:
                        if how == "within a statement":
                            proxy.stall_after = random.randrange(1, 60_000)
                        else:
                            proxy.set(how)
                    new = twin.leader(but=name)
                    pauses = load.silence(since)
                    expect(leader.ask("GET", "/readyz")[0] != 200, "a leader without the log is ready")
                    for proxy in proxies:
                        proxy.set("pass")
                        proxy.stall_after = None
                    twin.caught_up(name)
                    lost = load.lost(new)
                    expect(not lost, f"lost {lost}")
                    print(f"  {n + 1} {name} cut from the log ({how}): silence {pauses[len(pauses) // 2]:.2f} s (p50), "
                          f"{pauses[int(len(pauses) * 0.95)]:.2f} s (p95)", flush=True)
        led_by(twin, other(name))
        rewired(twin.members[name], [pair.ports[server] for server in "ab"])
        twin.caught_up(name)


def pgbouncer(twin, running, target):
    """Both members reach the log through PgBouncer in session mode."""
    found = program("pgbouncer", target)
    if not found:
        print("  PgBouncer: skipped, because it is not installed and cannot be downloaded", flush=True)
        return
    pair, port = twin.pair, free_port()
    folder = pathlib.Path(f"{twin.folder}/pgbouncer")
    folder.mkdir()
    (folder / "pgbouncer.ini").write_text(
        f"[databases]\ninvigil = host=127.0.0.1 port={pair.ports[pair.primary()]}\n[pgbouncer]\nlisten_addr = 127.0.0.1\n"
        f"listen_port = {port}\nunix_socket_dir =\nauth_type = any\npool_mode = session\nlogfile = {folder}/log\n"
        f"pidfile = {folder}/pid\n", encoding="utf-8")
    (folder / "pgbouncer.ini").write_text((folder / "pgbouncer.ini").read_text(encoding="utf-8").replace(
        "port=", "user=invigil port="), encoding="utf-8")
    if pair.user:
        shutil.chown(folder, "postgres")
    bouncer = subprocess.Popen([*pair.user, found[0], "-q", str(folder / "pgbouncer.ini")], env=found[1],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for name in ("a", "b"):
            rewired(twin.members[name], [port])
        with running(twin) as load:
            leader = twin.leader()
            twin.caught_up(other(leader.name))
            since = time.monotonic()
            leader.kill()
            pauses = load.silence(since)
            leader.start()
            lost = load.lost(twin.leader())
            expect(not lost, f"lost {lost}")
        print(f"  through PgBouncer, kill -9: silence {pauses[len(pauses) // 2]:.2f} s (p50)", flush=True)
        for name in ("a", "b"):
            rewired(twin.members[name], [pair.ports[server] for server in "ab"])
        twin.caught_up(other(twin.leader().name))
    finally:
        bouncer.terminate()
        bouncer.wait(10)


def certificates(twin):
    """A log whose certificate has another name is refused, and the right name is not."""
    pair, folder = twin.pair, twin.folder
    server = pair.primary()
    key, crt = f"{pair.data(server)}/server.key", f"{pair.data(server)}/server.crt"
    made = subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                           "-keyout", key, "-out", crt, "-days", "2", "-subj", "/CN=log.example",
                           "-addext", "subjectAltName=DNS:localhost", "-addext", "basicConstraints=critical,CA:FALSE"], capture_output=True, check=False)
    if made.returncode:
        print("  certificates: skipped, because openssl cannot make one", flush=True)
        return
    for path in (key, crt):
        os.chmod(path, 0o600)
        if pair.user:
            shutil.chown(path, "postgres", "postgres")
    shutil.copy(crt, f"{folder}/log-ca.pem")
    pair.sql(server, "alter system set ssl = on", "postgres")
    pair.sql(server, "select pg_reload_conf()", "postgres")
    member = type(twin.members["a"])(twin.members["a"].binary, "e", folder)
    member.run("admin", "create", "--email", "e@example.org", "--name", "E", "--password-stdin", stdin="correct horse battery")
    member.start()
    twin.wait(lambda: member.ask("GET", "/readyz")[0] == 200, "the server does not start")
    member.kill(signal.SIGTERM)
    log = f"postgres://invigil@{{}}:{pair.ports[server]}/invigil"
    init = ("twin", "init", "--name", "e", "--log-ca", f"{folder}/log-ca.pem", "--log")
    refused(member, *init, log.format("127.0.0.1"), saying="(?i)not ?valid ?for ?name")
    # The right name gets as far as the tables, which are there already.
    refused(member, *init, log.format("localhost"), saying="already exists")
    pair.sql(server, "alter system reset ssl", "postgres")
    pair.sql(server, "select pg_reload_conf()", "postgres")
    print("  a certificate with another name is refused", flush=True)


def large_record(twin):
    """A large test is one record; the leader dies while it is sent, and the page repeats it."""
    text = "x" * CHARACTERS
    questions = [{"id": f"q{n}", "type": "essay", "question": text} for n in range(QUESTIONS)]
    exam = {"title": "Large", "questions": questions}
    leader = twin.leader()
    twin.caught_up(other(leader.name))
    before = status(leader)["number"]
    answers = []

    def send():
        while True:
            for member in list(twin.members.values()):
                code, body = member.ask("POST", "/api/tests", exam, twin.admin, 30)
                answers.append(code)
                if 200 <= code < 300:
                    answers.append(json.loads(body)["id"])
                    return
                if 400 <= code < 500:
                    answers.append(body)
                    return
            time.sleep(0.05)

    sending = threading.Thread(target=send)
    sending.start()
    time.sleep(0.3)
    leader.kill()
    sending.join(90)
    leader.start()
    new = twin.leader()
    twin.caught_up(other(new.name))
    code, body = new.ask("GET", f"/api/tests/{answers[-1]}", None, twin.admin, 30)
    expect(code == 200 and len(json.loads(body)["questions"]) == QUESTIONS, (code, body[:300], str(answers)[:300]))
    largest = int(twin.pair.sql(twin.pair.primary(), "select max(octet_length(batch)) from invigil_log"))
    expect(largest > QUESTIONS * CHARACTERS, largest)
    print(f"  a record of {largest / 1e6:.1f} MB during a take-over ({status(new)['number'] - before} batches): whole", flush=True)


def clock_ahead(twin, running):
    """The member that takes over has a clock that is an hour ahead, then one that is an hour behind."""
    with running(twin) as load:
        for hours in (1, -1):
            leader = twin.leader()
            name = other(leader.name)
            follower = twin.members[name]
            follower.kill(signal.SIGTERM)
            at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + hours * 3600))
            follower.start(env={"INVIGIL_CLOCK": at})
            twin.caught_up(name)
            since = time.monotonic()
            leader.kill()
            pauses = load.silence(since)
            leader.start()
            lost = load.lost(twin.leader())
            expect(not lost, f"lost {lost}")
            led_by(twin, leader.name)
            follower.kill(signal.SIGTERM)
            follower.start()
            twin.caught_up(name)
            print(f"  take-over by a clock {hours:+} h: silence {pauses[len(pauses) // 2]:.2f} s (p50)", flush=True)


def log_clock(twin, running):
    """The clock of the log's machine is set by an hour. Ahead, a lease is over at once; back, one whose leader has died would last
    for an hour."""
    pair = twin.pair
    with running(twin) as load:
        for hours in (1, -1):
            leader = twin.leader()
            twin.caught_up(other(leader.name))
            load.silence(time.monotonic())
            since = time.monotonic()
            if hours < 0:
                leader.kill()
            # By that clock, what is left of it is so much less or more.
            pair.sql(pair.primary(), f"update invigil_lease set until = until - interval '{hours} hour'")
            pauses = load.silence(since)
            if hours < 0:
                leader.start()
            settled = twin.leader()
            twin.caught_up(other(settled.name))
            lost = load.lost(settled)
            expect(not lost, f"lost {lost}")
            print(f"  the log's clock set by {hours:+} h: silence {pauses[len(pauses) // 2]:.2f} s (p50)", flush=True)


class SmallDisk:
    """The folder of a member, moved to a file system of its own that can be filled."""

    def __init__(self, member):
        self.member, self.path = member, f"{member.folder}/{member.name}"
        self.is_there = False

    def __enter__(self):
        self.member.kill(signal.SIGTERM)
        size = sum(file.stat().st_size for file in pathlib.Path(self.path).rglob("*")) // (1 << 20) + 80
        os.rename(self.path, f"{self.path}.aside")
        os.mkdir(self.path, 0o700)
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}m,mode=700", "tmpfs", self.path],
                                 capture_output=True, check=False)
        self.is_there = mounted.returncode == 0
        shutil.copytree(f"{self.path}.aside", self.path, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.sock"))
        self.member.start()
        return self

    def fill(self):
        """What is left of it, and what is freed meanwhile."""
        try:
            with open(f"{self.path}/filler", "ab", buffering=0) as file:
                while True:
                    file.write(b"x" * 4096)
        except OSError:
            pass

    def free(self):
        pathlib.Path(f"{self.path}/filler").unlink()

    def __exit__(self, *_):
        self.member.kill(signal.SIGTERM)
        if self.is_there:
            shutil.copytree(self.path, f"{self.path}.aside", dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.sock", "filler"))
            subprocess.run(["umount", self.path], check=True)
        shutil.rmtree(self.path)
        os.rename(f"{self.path}.aside", self.path)
        self.member.start()


def disks(twin, running):
    """A full disk of the follower stops the follower alone; the leader's makes the other one take over."""
    leader = twin.leader()
    follower = twin.members[other(leader.name)]
    with SmallDisk(follower) as disk, running(twin) as load:
        if not disk.is_there:
            print("  full disks: skipped, because no file system can be mounted", flush=True)
            return
        twin.caught_up(follower.name)
        disk.fill()
        before = load.total
        twin.wait(lambda: load.total > before + 200, "saves do not go on while the follower's disk is full")
        twin.wait(lambda: "No space" in follower.doctor(), "the follower does not say why", 30)
        expect(twin.leader().name == leader.name, "the follower took over with a full disk")
        disk.free()
        twin.caught_up(follower.name)
        led_by(twin, follower.name)
        twin.caught_up(leader.name)
        since = time.monotonic()
        over = threading.Event()

        def keep_full():
            while not over.wait(0.02):
                disk.fill()

        filling = threading.Thread(target=keep_full)
        filling.start()
        try:
            twin.leader(but=follower.name)
            pauses = load.silence(since)
        finally:
            over.set()
            filling.join()
        disk.free()
        lost = load.lost(twin.leader())
        expect(not lost, f"lost {lost}")
        twin.caught_up(follower.name)
        print(f"  disk full: the follower's stops no save; the leader's: silence {pauses[len(pauses) // 2]:.2f} s (p50)", flush=True)
