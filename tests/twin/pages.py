"""Pages in a browser, at one address, while the leader dies: they save again by themselves."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import threading
import time

import bars
from proxy import Proxy
from site_of_two import other
from steps import expect

HERE = pathlib.Path(__file__).parent
COUNT = 3
# The longest pause of a page, at p95, in seconds.
LIMIT = 12


class Pages:
    """Browser pages of candidates. `acked` holds their acknowledged saves: number, and when, by token."""

    def __init__(self, twin, chromium):
        self.twin, self.proxy = twin, Proxy(twin.leader().port)
        self.is_over = threading.Event()
        headers = twin.admin
        leader = twin.leader()

        def call(path, body):
            code, text = leader.ask("POST", f"/api{path}", body, headers, 20)
            expect(200 <= code < 300, (path, code, text))
            return json.loads(text)

        exam = {"title": "Pages", "duration_minutes": 480, "questions": [{"id": "essay", "type": "essay", "question": "?"}]}
        test = call("/tests", exam)["id"]
        self.acked = {}
        for n in range(COUNT):
            invite = call("/invites", {"test_id": test, "applicant_email": f"p{n}@example.org", "applicant_name": f"P {n}",
                                       "no_schedule": True})
            self.acked[invite["token"]] = []
        self.key = {}
        self.process = subprocess.Popen(["node", str(HERE / "pages.mjs"), f"http://127.0.0.1:{self.proxy.port}", *self.acked],
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                        env={**os.environ, "CHROMIUM": chromium})
        for work in (self.read, self.follow):
            threading.Thread(target=work, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            found = json.loads(line)
            self.key[found["token"]] = found["key"]
            self.acked[found["token"]].append((found["seq"], time.monotonic()))

    def follow(self):
        """The address follows the member that is ready, and ends what is open to the one before, as HAProxy does."""
        while not self.is_over.wait(0.2):
            ready = [m.port for m in self.twin.members.values() if m.ask("GET", "/readyz", timeout=1)[0] == 200]
            if ready and self.proxy.target not in ready:
                self.proxy.target = ready[0]
                self.proxy.set("closed")
                time.sleep(0.1)
                self.proxy.set("pass")

    def silence(self, since):
        """The longest silence of each page around `since`, once all have saved a second after it."""
        def all_save():
            expect(self.process.poll() is None, self.process.poll() is not None and self.process.stderr.read())
            return all(acked and acked[-1][1] > since + 1 for acked in self.acked.values())

        self.twin.wait(all_save, f"pages do not save: {self.twin.states()}", 90)
        longest = []
        for acked in self.acked.values():
            when = [at for _, at in list(acked)]
            times = [max((at for at in when if at <= since), default=since), *(at for at in when if at > since)]
            longest.append(max(after - before for before, after in zip(times, times[1:])))
        return longest

    def lost(self, leader):
        lost = []
        for token, acked in self.acked.items():
            last = max(seq for seq, _ in list(acked))
            code, text = leader.ask("GET", f"/api/take-test/{token}", headers={"x-attempt-key": self.key[token]})
            expect(code == 200, (code, text))
            stored = {one["question_id"]: one["seq"] for one in json.loads(text)["attempt"]["answers"]}
            lost += [(token, last, stored)] if stored.get("essay", 0) < last else []
        return lost

    def end(self):
        self.is_over.set()
        self.process.kill()
        self.process.wait(10)


def filmed(twin):
    """Candidates whose live video has reached the leader, on a port of its own."""
    found = re.search(r"^invigil_media_candidates (\d+)", twin.leader().ask("GET", "/metrics")[1], re.M)
    return int(found[1]) if found else 0


def save_again(twin, rounds):
    chromium = shutil.which("chromium")
    if not chromium or not shutil.which("node") or not (HERE.parent / "e2e/node_modules/playwright").exists():
        print("  pages: skipped, because Chromium or Playwright is not installed", flush=True)
        return
    pages, watch = Pages(twin, chromium), bars.Watch(twin)
    try:
        pages.silence(time.monotonic())
        twin.wait(lambda: filmed(twin) == COUNT, "the pages send no video")
        pauses, dark = [], []
        for _ in range(rounds):
            leader = twin.leader()
            twin.caught_up(other(leader.name))
            since = time.monotonic()
            leader.kill()
            pauses += pages.silence(since)
            twin.wait(lambda: filmed(twin) == COUNT, "the video of the pages does not come to the member that leads", 90)
            dark.append(time.monotonic() - since)
            leader.start()
            lost = pages.lost(twin.leader())
            expect(not lost, f"pages: lost {lost}")
        pauses.sort()
        p95 = pauses[int(len(pauses) * 0.95)]
        print(f"  {rounds} kills under {COUNT} pages in a browser: they save again after {pauses[len(pauses) // 2]:.2f} s (p50), "
              f"{p95:.2f} s (p95); their video is there again after at most {max(dark):.1f} s", flush=True)
        watch.within("a page that saves again", p95, LIMIT)
    finally:
        pages.end()
    twin.caught_up(other(twin.leader().name))
