"""run.py BINARY [ROUNDS [CLIENTS] | --share SEED]: two members over a PostgreSQL pair, candidates that save, and faults.

Each candidate repeats a save until it is acknowledged, at whichever member serves, as a page behind one address does. After
each fault every acknowledged save must be in the data of the leader; at the end both files must be equal row by row. The
control acknowledges before it appends, and must be found."""

import asyncio
import itertools
import json
import os
import pathlib
import random
import shutil
import signal
import sys
import tempfile
import time

sys.dont_write_bytecode = True

import address
import bars
import broken
import compose
import crash_points
import cuts
import engine
import faults
import histories
import keepalived
import pages
import postgres
import records
import steps
from site_of_two import NAMES, QUESTIONS, Twin, other

# Of the short form, and of the long one.
LEASES = (3, 6)
# The longest pause of a candidate, at p95, in seconds.
LIMITS = {"killed": 12, "killed_and_started": 12, "promoted": 3}
# Of a comparison, until no batch is under way.
TRIES = 5
# Of a candidate between two saves.
PAUSE = 0.05
TEXT = "An index that is kept in order lets a range be read without a sort, at the price of a page split now and then. "


class Load:
    """The candidates. `acked` holds the numbers of the acknowledged saves of each, by question."""

    def __init__(self, twin, first):
        self.twin, self.first = twin, first
        self.acked = [{} for _ in twin.tokens]
        self.total = 0
        self.when = [[] for _ in twin.tokens]
        self.is_over = False

    async def save(self, port, n, seq, streams):
        """Whether it was acknowledged; raises if the connection failed."""
        if port not in streams:
            streams[port] = await asyncio.wait_for(asyncio.open_connection("127.0.0.1", port), 1)
        reader, writer = streams[port]
        text = f"{seq} {TEXT * 8}"
        body = f'{{"answers":[{{"question_id":"q{seq % QUESTIONS}","answer":"{text}","seq":{seq}}}]}}'
        head = (f"PUT /api/take-test/{self.twin.tokens[n]}/answers HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
                f"x-attempt-key: {self.twin.attempt_key}\r\ncontent-length: {len(body)}\r\n\r\n")
        writer.write(head.encode() + body.encode())
        reply = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 2)
        length = next((line for line in reply.lower().split(b"\r\n") if line.startswith(b"content-length:")), b":0")
        await asyncio.wait_for(reader.readexactly(int(length.split(b":")[1])), 2)
        return reply.split(b" ")[1] == b"200"

    async def candidate(self, n):
        at, seq, streams = random.choice(NAMES), self.first, {}
        while not self.is_over:
            port = self.twin.members[at].port
            try:
                if await self.save(port, n, seq, streams):
                    self.acked[n][f"q{seq % QUESTIONS}"] = seq
                    self.total += 1
                    self.when[n].append(time.monotonic())
                    seq += 1
                    await asyncio.sleep(PAUSE)
                    continue
                at = other(at)
            except (OSError, asyncio.TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
                if port in streams:
                    streams.pop(port)[1].close()
                at = other(at)
            await asyncio.sleep(0.05)
        for _, writer in streams.values():
            writer.close()

    def silence(self, since, limit=60):
        """The longest silence of each candidate around `since`, once all have saved a second after it."""
        end = time.monotonic() + limit * bars.patience()
        while not all(when and when[-1] > since + 1 for when in list(self.when)):
            if time.monotonic() > end:
                raise RuntimeError(f"candidates cannot save: {self.twin.states()}")
            time.sleep(0.05)
        longest = []
        for when in list(self.when):
            times = [max((x for x in when if x <= since), default=since), *(x for x in when if x > since)]
            longest.append(max(y - x for x, y in zip(times, times[1:])))
        return sorted(longest)

    def lost(self, leader):
        """Acknowledged saves that the leader does not have."""
        lost = []
        for n, token in enumerate(self.twin.tokens):
            acked = dict(self.acked[n])
            stored = self.twin.stored(leader, token)
            lost += [(n, question, seq) for question, seq in acked.items() if stored.get(question, 0) < seq]
        return lost


class Running:
    """The load beside the faults, on a thread of its own."""

    # A number that is stored already would be acknowledged without a write: each load begins above all before it.
    firsts = itertools.count(1, 1_000_000)

    def __init__(self, twin):
        self.load = Load(twin, next(self.firsts))

    async def run(self):
        await asyncio.gather(*(self.load.candidate(n) for n in range(len(self.load.acked))))

    def __enter__(self):
        import threading
        self.thread = threading.Thread(target=lambda: asyncio.run(self.run()))
        self.thread.start()
        return self.load

    def __exit__(self, *_):
        self.load.is_over = True
        self.thread.join(30)


def killed(twin, load):
    leader = twin.leader()
    since = time.monotonic()
    leader.kill()
    pauses = load.silence(since)
    leader.start()
    return pauses


def killed_and_started(twin, load):
    leader = twin.leader()
    since = time.monotonic()
    leader.kill()
    leader.start()
    return load.silence(since)


def promoted(twin, load):
    leader = twin.leader()
    since = time.monotonic()
    watch = bars.Watch(twin)
    done = json.loads(leader.run("twin", "promote", other(leader.name), "--json"))
    watch.within("promote", done["took_ms"] / 1000, LIMITS["promoted"])
    return load.silence(since)


def frozen(twin, load):
    """What is sent to a leader that is stopped is not acknowledged when it goes on, and nothing is read from it."""
    leader = twin.leader()
    since = time.monotonic()
    leader.process.send_signal(signal.SIGSTOP)
    # On a busy machine its threads go on for a moment.
    twin.wait(lambda: is_stopped(leader.process.pid), "the leader does not stop")
    asked = asyncio.run(asked_while_frozen(twin, leader))
    if any(status == 200 for status in asked):
        raise RuntimeError(f"a leader that was stopped has answered: {asked}")
    return load.silence(since)


def is_stopped(pid):
    """Whether all threads of a process have stopped (proc_pid_stat(5))."""
    tasks = (pathlib.Path(f"/proc/{pid}/task/{task}/stat") for task in os.listdir(f"/proc/{pid}/task"))
    return all(task.read_text(encoding="utf-8").rpartition(") ")[2].startswith("T") for task in tasks)


async def asked_while_frozen(twin, leader):
    requests = []
    save = '{"answers":[{"question_id":"q0","answer":"of a stopped leader","seq":900000000}]}'
    for n, token in enumerate(twin.tokens[:8]):
        streams = await asyncio.open_connection("127.0.0.1", leader.port)
        head = f"host: x\r\nx-attempt-key: {twin.attempt_key}\r\n"
        read = f"GET /api/take-test/{token} HTTP/1.1\r\n{head}\r\n"
        write = (f"PUT /api/take-test/{token}/answers HTTP/1.1\r\n{head}content-type: application/json\r\n"
                 f"content-length: {len(save)}\r\n\r\n{save}")
        streams[1].write((write if n % 2 else read).encode())
        requests.append(streams)
    await asyncio.sleep(0)
    started = time.monotonic()
    # The twin has taken over, and the lease that the stopped process knows of is over.
    await asyncio.to_thread(twin.leader, leader.name)
    while time.monotonic() < started + twin.lease + 1:
        await asyncio.sleep(0.05)
    leader.process.send_signal(signal.SIGCONT)
    statuses = []
    for reader, writer in requests:
        try:
            reply = await asyncio.wait_for(reader.readline(), 5)
            statuses.append(int(reply.split(b" ")[1]) if reply else 0)
        except (OSError, asyncio.TimeoutError, IndexError):
            statuses.append(0)
        writer.close()
    return statuses


def standby_frozen(twin, load):
    """Without the standby nothing is acknowledged."""
    name = other(twin.pair.primary())
    twin.pair.freeze(name)
    try:
        # Appends that were under way may still be answered.
        time.sleep(1)
        before = load.total
        time.sleep(1)
        if load.total != before:
            raise RuntimeError("saves were acknowledged without the standby")
    finally:
        twin.pair.thaw(name)
    return load.silence(time.monotonic())


def failed_over(twin, load):
    since = time.monotonic()
    twin.pair.fail_over()
    return load.silence(since)


FAULTS = (killed, promoted, killed_and_started, frozen, standby_frozen, failed_over)


def settle(twin):
    leader = twin.leader()
    twin.caught_up(other(leader.name))
    return leader


def proven(twin, rounds, chosen):
    with Running(twin) as load:
        settle(twin)
        for n in range(rounds):
            for fault in chosen:
                began, watch = time.monotonic(), bars.Watch(twin)
                pauses = fault(twin, load)
                leader = settle(twin)
                lost = load.lost(leader)
                if lost:
                    raise RuntimeError(f"{fault.__name__}: lost {lost}")
                twin.pair.mend()
                p50, p95 = pauses[len(pauses) // 2], pauses[int(len(pauses) * 0.95)]
                print(f"  {n + 1} {fault.__name__}: silence {p50:.2f} s (p50), {p95:.2f} s (p95), "
                      f"{load.total} saves acknowledged, in {time.monotonic() - began:.1f} s", flush=True)
                watch.within(fault.__name__, p95, LIMITS.get(fault.__name__, float("inf")))
    equal_files(twin)


def epochs_rise(twin):
    """No number was given by an epoch before that of a lower number."""
    back = ("select count(*) from (select epoch < lag(epoch) over (order by number) as is_back, number - lag(number) over "
            "(order by number) <> 1 as is_gap from invigil_log) x where is_back or is_gap")
    found = twin.pair.sql(twin.pair.primary(), back)
    if found != "0":
        raise RuntimeError(f"{found} batches of the log have an epoch below that of the one before, or leave a gap")


def equal_files(twin):
    """Both files hold the same rows. The leader is frozen, so that nothing more is written while the other one applies the end
    of the log; then both are killed before the lease is over. A batch that was under way meanwhile is in one file alone, and
    both begin again: what counts is that one number never has two contents."""
    for _ in range(TRIES):
        rows = rows_of_both(twin)
        if rows and rows[0]["batch"] == rows[1]["batch"]:
            break
        for member in twin.members.values():
            member.start()
    if not rows:
        raise RuntimeError(f"the follower does not apply the end of the log within a lease (load {os.getloadavg()[0]:.0f})")
    if rows[0] != rows[1]:
        tables = [{table.pop("name"): tuple(table.values()) for table in one.pop("tables")} for one in rows]
        differ = {name: [one.get(name) for one in tables] for name in {*tables[0], *tables[1]}
                  if tables[0].get(name) != tables[1].get(name)}
        raise RuntimeError(f"the files differ: {rows} {differ}")
    epochs_rise(twin)
    print(f"  both files hold the same rows: batch {rows[0]['batch']} {rows[0]['sha256']}", flush=True)


def rows_of_both(twin):
    """None if the follower was not there in time."""
    leader = settle(twin)
    follower = twin.members[other(leader.name)]
    leader.process.send_signal(signal.SIGSTOP)
    end = time.monotonic() + twin.lease - 1
    try:
        while not (is_there := follower.behind() == 0) and time.monotonic() < end:
            time.sleep(0.05)
        follower.kill()
    finally:
        leader.process.send_signal(signal.SIGCONT)
        leader.kill()
    return is_there and [json.loads(twin.members[name].run("twin", "rows", "--json")) for name in NAMES]


def control(twin):
    """A leader that acknowledges before it appends must be found to lose saves."""
    leader = twin.members["a"]
    leader.start(sabotage="log-later")
    twin.wait(lambda: leader.ask("GET", "/readyz")[0] == 200, "the control does not lead")
    twin.members["b"].start()
    twin.caught_up("b")
    with Running(twin) as load:
        load.silence(time.monotonic())
        leader.kill()
        lost = load.lost(twin.leader(but="a"))
    if not lost:
        raise SystemExit("twin: the control was not found")
    print(f"  control: found, {len(lost)} acknowledged saves are lost", flush=True)


def short(twin, target):
    """The parts of the short form. Of a share, two are chosen by its seed, and half of the faults."""
    return (
        lambda: steps.follower_commands(twin),
        lambda: steps.joins(twin),
        lambda: steps.copied(twin),
        lambda: address.one_address(twin, target),
        lambda: keepalived.moves(twin, target),
        lambda: engine.silent_server(twin),
        lambda: engine.cancelled_waits(twin, Running),
        lambda: engine.deposed_while_it_begins(twin),
        lambda: engine.interrupted_init(twin),
        lambda: compose.followed(twin),
        lambda: histories.rebuilt(twin, Running),
        lambda: steps.repaired(twin, Running),
    )


def long(twin, rounds, target):
    histories.migrated(twin, Running)
    histories.other_versions(twin, Running)
    histories.restored(twin, Running)
    pages.save_again(twin, rounds)
    engine.mistaken_commands(twin)
    engine.promoted_in_vain(twin)
    faults.cuts(twin, Running, rounds)
    cuts.of_follower(twin, Running, rounds)
    cuts.of_standby(twin, Running)
    crash_points.reached(twin, Running, rounds)
    faults.pgbouncer(twin, Running, target)
    faults.certificates(twin)
    faults.large_record(twin)
    records.of_eight_megabytes(twin)
    records.imported(twin)
    faults.clock_ahead(twin, Running)
    faults.log_clock(twin, Running)
    faults.disks(twin, Running)
    broken.disk_of_leader(twin, Running)


def main():
    binary = str(pathlib.Path(sys.argv[1]).resolve())
    target = pathlib.Path(binary).parents[1]
    is_share, given = sys.argv[2:3] == ["--share"], sys.argv[2:]
    seed, given = (given[1], []) if is_share else ("all", given)
    rounds = int(given[0]) if given else 1
    clients = int(given[1]) if len(given) > 1 else 16
    if not postgres.programs():
        print("twin: skipped, because PostgreSQL is not installed")
        return
    folder = tempfile.mkdtemp(prefix="invigil-twin-")
    os.chmod(folder, 0o755)
    pair = twin = None
    try:
        pair = postgres.Pair(f"{folder}/pg")
        twin = Twin(binary, folder, pair, clients, LEASES[rounds > 1])
        print(f"twin: {twin.said.splitlines()[0]}", flush=True)
        parts = short(twin, target)
        chosen = random.Random(seed)
        for part in parts if seed == "all" else chosen.sample(parts, 2):
            part()
        proven(twin, rounds, FAULTS if seed == "all" else chosen.sample(FAULTS, len(FAULTS) // 2))
        if rounds > 1:
            for member in twin.members.values():
                member.start()
            long(twin, rounds, target)
            equal_files(twin)
        control(twin)
    except BaseException:
        for name in NAMES if twin else ():
            print(f"--- {name}\n{twin.members[name].log()[-4000:]}", file=sys.stderr)
        raise
    finally:
        if twin:
            twin.stop()
        if pair:
            pair.stop()
        if not os.environ.get("INVIGIL_KEEP"):
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
