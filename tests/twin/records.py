"""Large records: one of 8 MB, and an import of 1,000 questions while the leader dies."""

import json
import threading
import time

import bars
from faults import CHARACTERS, QUESTIONS
from site_of_two import other
from steps import expect

LARGE = 8 << 20
SENT_AT_ONCE = 7
# An import of five tests.
IMPORTED, EACH = 5, 200


def of_eight_megabytes(twin):
    """What is sent while the log waits for its standby is one record afterwards, however large."""
    pair = twin.pair
    text = "x" * CHARACTERS
    exam = {"title": "Large", "questions": [{"id": f"q{n}", "type": "essay", "question": text} for n in range(QUESTIONS)]}
    twin.caught_up(other(twin.leader().name))
    largest, watch = 0, bars.Watch(twin)
    for _ in range(5):
        leader = twin.leader()
        standby = other(pair.primary())
        codes = []
        senders = [threading.Thread(target=lambda: codes.append(leader.ask("POST", "/api/tests", exam, twin.admin, 60)[0]))
                   for _ in range(SENT_AT_ONCE)]
        pair.freeze(standby)
        try:
            for sender in senders:
                sender.start()
            # Below half of a lease: later ones would be refused.
            time.sleep(twin.lease / 2 - 1)
        finally:
            pair.thaw(standby)
        for sender in senders:
            sender.join(120)
        # A busy machine may take longer than the log waits: then some are refused, or have no reply.
        expect(all(code in (0, 201, 503) for code in codes), codes)
        largest = int(pair.sql(pair.primary(), "select max(octet_length(batch)) from invigil_log"))
        if largest >= LARGE:
            break
    twin.caught_up(other(twin.leader().name))
    if watch.holds(largest >= LARGE, f"the largest record has {largest} bytes, replies {codes}"):
        print(f"  a record of {largest / 1e6:.1f} MB: in the log, and followed", flush=True)


def imported(twin):
    """The page repeats an import whose reply is lost: it is there whole, once or more."""
    question = [{"type": "essay", "question": f"Question {n}"} for n in range(EACH)]
    tests = [{"title": f"Imported {n}", "duration_minutes": 60, "questions": question} for n in range(IMPORTED)]
    for wait in (0.0, 0.2, 0.5, 1.0):
        leader = twin.leader()
        twin.caught_up(other(leader.name))
        codes = []

        def send():
            while not codes or codes[-1] >= 300 or codes[-1] == 0:
                for member in twin.members.values():
                    code, body = member.ask("POST", "/api/tests/import?format=json", tests, twin.admin, 60)
                    codes.append(code)
                    expect(code not in (400, 401, 403, 422), body)
                    if 200 <= code < 300:
                        return
                time.sleep(0.1)

        sending = threading.Thread(target=send)
        sending.start()
        time.sleep(wait)
        leader.kill()
        sending.join(120)
        leader.start()
        expect(codes and 200 <= codes[-1] < 300, codes)
    new = twin.leader()
    twin.caught_up(other(new.name))
    code, body = new.ask("GET", "/api/tests?limit=1000&search=Imported", None, twin.admin, 30)
    expect(code == 200, body)
    listed = json.loads(body)
    listed = next(iter(value for value in listed.values() if isinstance(value, list))) if isinstance(listed, dict) else listed
    counts = [sum(test["title"] == f"Imported {n}" for test in listed) for n in range(IMPORTED)]
    expect(len(set(counts)) == 1 and counts[0] >= 4, counts)
    print(f"  imports of {IMPORTED * EACH} questions during take-overs: each whole ({counts[0]} of 4 sent)", flush=True)
