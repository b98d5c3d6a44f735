"""run.py BINARY: the calendar entries of the real binary's mails in three programs' parsers, and their calendars as the panel's.

A candidate chooses a slot, moves it, and the invite is revoked: each program has the event at the last slot, and then no more."""

import datetime
import http.server
import pathlib
import sys
import threading
import time
import zoneinfo

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "corpus"))

from mailbox import Mailbox
from our_side import Site
from programs import of_khal, of_radicale, seen

WAIT = 30
TITLE = "Prüfung, Teil 1; für alle"


def expect(what, found):
    if not what:
        raise SystemExit(f"calendars: unexpected: {found}")


def until(condition, otherwise):
    end = time.monotonic() + WAIT
    while not condition():
        if time.monotonic() > end:
            raise SystemExit(f"calendars: {otherwise()}")
        time.sleep(0.05)


def wire(at):
    return at.astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def choose(site, invite, at):
    body = {"scheduled_date": wire(at), "time_zone": "Europe/Berlin"}
    return site.call("POST", f"/invites/token/{invite['token']}/schedule", body)


def invited(site, test, name):
    person = {"applicant_name": name, "applicant_email": f"{name.lower()}@example.org"}
    invite = site.call("POST", "/invites", {"test_id": test, "no_schedule": False, "admin_scheduled": False, **person})
    expect("refused" not in invite, invite)
    return invite


def entries(site, mailbox, test, slots):
    invite = invited(site, test, "Cora")
    for number, slot in enumerate(slots, 1):
        expect("refused" not in choose(site, invite, slot), slot)
        until(lambda: len(mailbox.entries()) == number, lambda: f"{len(mailbox.entries())} entries, not {number}")
        # The number of an entry counts seconds.
        time.sleep(1.1)
    expect("refused" not in (site.call("POST", f"/invites/{invite['id']}/revoke") or {}), "revoke")
    until(lambda: len(mailbox.entries()) == len(slots) + 1, lambda: "no cancellation comes")
    views = []
    for method, text in mailbox.entries():
        view = seen(text)
        expect(view["method"] == method, (view, method))
        views.append(view)
    expect(len({view["uid"] for view in views}) == 1, views)
    numbers = [view["sequence"] for view in views]
    expect(numbers == sorted(set(numbers)), numbers)
    for view, slot in zip(views, [*slots, slots[-1]]):
        expect((view["start"], view["end"]) == (slot, slot + datetime.timedelta(minutes=30)), (view, slot))
        expect((view["summary"], view["organizer"]) == (TITLE, "mailto:jobs@example.org"), view)
    for view in views[:-1]:
        expect((view["method"], view["status"], view["alarms"]) == ("PUBLISH", "", 1), view)
    last = views[-1]
    expect((last["method"], last["status"], last["alarms"]) == ("CANCEL", "CANCELLED", 0), last)


class Files:
    """Serves one calendar, which can be replaced."""

    def __init__(self):
        files = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                data = files.text.encode()
                self.send_response(200)
                self.send_header("content-length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_):
                pass

        self.text = ""
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/busy.ics"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


def busy(site, files, test, slot):
    invite = invited(site, test, "Dora")
    hour = datetime.timedelta(hours=1)
    for program, made in (("khal", of_khal), ("Radicale", of_radicale)):
        files.text = made(slot, slot + hour)
        kept = site.call("PUT", f"/tests/{test}/panel-calendar", {"address": files.url, "time_zone": "UTC"})
        expect("refused" not in kept, kept)
        read = site.call("POST", f"/tests/{test}/panel-calendar/check")
        expect((read["busy_times"], read["unread"], read["failure"]) == (1, [], None), (program, read, files.text))
        expect(choose(site, invite, slot).get("code") == "slot_taken", program)
        expect("refused" not in choose(site, invite, slot + 2 * hour), program)


def main():
    mailbox = Mailbox()
    site = Site(sys.argv[1], "--webhook-network", "127.0.0.0/8")
    try:
        mail = {"smtpHost": "127.0.0.1", "smtpPort": mailbox.port, "smtpTls": "none", "smtpUser": "", "smtpPassword": None}
        kept = site.call("PUT", "/admin/email-settings", {**mail, "fromEmail": "jobs@example.org", "fromName": "Jobs"})
        expect("refused" not in kept, kept)
        question = {"id": "q1", "type": "numeric", "question": "?", "correct_number": "1", "points": 1}
        made = site.call("POST", "/tests", {"title": TITLE, "duration_minutes": 30, "questions": [question]})
        berlin = zoneinfo.ZoneInfo("Europe/Berlin")
        day = datetime.datetime.now(berlin) + datetime.timedelta(days=3)
        first = day.replace(hour=10, minute=0, second=0, microsecond=0)
        utc = [at.astimezone(datetime.timezone.utc) for at in (first, first + datetime.timedelta(hours=3))]
        entries(site, mailbox, made["id"], utc)
        print("  entries: khal, Radicale and Home Assistant move the event and remove it", flush=True)
        busy(site, Files(), made["id"], first)
        print("  panel: calendars of khal and Radicale, with a zone that they describe, keep a slot free", flush=True)
    finally:
        site.stop()
        mailbox.stop()


if __name__ == "__main__":
    main()
