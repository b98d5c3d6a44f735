#!/usr/bin/env python3
"""seed.py BINARY [MEGABYTES]: how long a third member takes to join, and what saves reach meanwhile.

The candidates, three members and both PostgreSQLs share the processors of this machine."""

import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True

import postgres
import run
from faults import CHARACTERS, QUESTIONS
from site_of_two import Member, Twin
from steps import expect, token_of

CLIENTS = 16
# Of the saves before the seed, in seconds.
MEASURED = 10
# A seed of a gigabyte, in seconds, and saves beside it.
AIMS = (60, 0.70)


def filled(twin, leader, megabytes):
    """Tests with long texts, until the file is that large."""
    roll = random.Random(1)
    path = pathlib.Path(f"{twin.folder}/{leader.name}/invigil.redb")
    while path.stat().st_size < megabytes << 20:
        questions = [{"id": f"q{n}", "type": "essay", "question": roll.randbytes(CHARACTERS // 2).hex()} for n in range(QUESTIONS)]
        code, body = leader.ask("POST", "/api/tests", {"title": "Large", "questions": questions}, twin.admin, 60)
        expect(code == 201, (code, body[:300]))
    return path.stat().st_size / (1 << 20)


def rate(load, seconds):
    before, began = load.total, time.monotonic()
    time.sleep(seconds)
    return (load.total - before) / (time.monotonic() - began)


def main():
    binary = str(pathlib.Path(sys.argv[1]).resolve())
    megabytes = int(sys.argv[2]) if len(sys.argv) > 2 else 1024
    run.PAUSE = 0
    folder = tempfile.mkdtemp(prefix="invigil-twin-")
    os.chmod(folder, 0o755)
    pair = postgres.Pair(f"{folder}/pg")
    twin = None
    try:
        twin = Twin(binary, folder, pair, CLIENTS, 6)
        leader = twin.leader()
        size = filled(twin, leader, megabytes)
        twin.caught_up("b")
        third = Member(binary, "c", folder)
        token = token_of(leader, folder)
        with run.Running(twin) as load:
            load.silence(time.monotonic())
            alone = rate(load, MEASURED)
            join = ("twin", "join", "--from", f"http://127.0.0.1:{leader.port}", "--name", "c", "--token-file", token)
            before, began = load.total, time.monotonic()
            subprocess.run(third.command(*join), check=True, stdout=subprocess.DEVNULL)
            took = time.monotonic() - began
            beside = (load.total - before) / took
            expect(twin.leader().name == leader.name, "the leader has changed")
        print(f"seed of {size:.0f} MiB: {took:.0f} s (aim {AIMS[0]}); {alone:.0f} saves/s of {CLIENTS} clients before, {beside:.0f} beside it: "
              f"{beside / max(1, alone):.0%} (aim {AIMS[1]:.0%}); load {os.getloadavg()[0]:.1f}")
    finally:
        if twin:
            twin.stop()
        pair.stop()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
