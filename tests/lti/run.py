"""run.py BINARY: the real binary as a tool of a platform that somebody else has written.

A teacher chooses a test, a learner opens and takes it, and the grade arrives, also after a repair. Every message of the
platform is made, and every one to it judged, by lti1p3platform."""

import html
import http.client
import pathlib
import re
import sys
import time
import urllib.parse

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "corpus"))

from our_side import Site
from platform_of_library import CLIENT, DEPLOYMENT, Grades, Platform

WAIT = 30


def expect(what, found):
    if not what:
        raise SystemExit(f"lti: unexpected: {found}")


class Browser:
    """A person's browser, as far as a launch needs one: it keeps the cookie, which it would keep under https alone."""

    def __init__(self):
        self.cookie = ""

    def ask(self, url, form=None):
        """Status, address of a redirect, and body."""
        parts = urllib.parse.urlsplit(url)
        connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=WAIT)
        headers = {"accept": "text/html", "cookie": self.cookie}
        body = None
        if form is not None:
            body = urllib.parse.urlencode(form)
            headers["content-type"] = "application/x-www-form-urlencoded"
        connection.request("GET" if form is None else "POST", f"{parts.path}?{parts.query}", body, headers)
        reply = connection.getresponse()
        text = reply.read().decode()
        if reply.getheader("set-cookie"):
            self.cookie = reply.getheader("set-cookie").partition(";")[0]
        connection.close()
        return reply.status, reply.getheader("location", ""), text


def launched(platform, user, role, choose=False, target=None, change=None):
    """What the browser shows after a whole launch."""
    browser = Browser()
    status, location, text = browser.ask(platform.begin(user, target))
    expect(status in (302, 303) and location.startswith(f"{platform.url}/auth?"), (status, location, text))
    asked = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(location).query))
    expect(asked["login_hint"] == user and asked["response_mode"] == "form_post", asked)
    form = platform.sign(asked, user, role, choose, target)
    url = form.pop("launch_url")
    if change:
        change(form)
    return browser.ask(url, form)


def until(condition, otherwise):
    end = time.monotonic() + WAIT
    while not condition():
        if time.monotonic() > end:
            raise SystemExit(f"lti: {otherwise()}")
        time.sleep(0.05)


def taken(site, link, answer):
    token = link.rpartition("/")[2]
    site.call("POST", f"/start-test/{token}")
    done = site.call("POST", f"/submit-test/{token}", {"answers": [{"question_id": "q1", "answer": answer}]})
    expect("refused" not in done, done)


def main():
    site = Site(sys.argv[1], "--webhook-network", "127.0.0.0/8")
    platform = Platform(site.url)
    try:
        question = {"id": "q1", "type": "multiple_choice", "question": "?", "options": ["A", "B"], "correct_answer": "B",
                    "points": 2}
        test = site.call("POST", "/tests", {"title": "Rust basics", "duration_minutes": 30, "questions": [question]})["id"]
        here = {"issuer": platform.url, "clientId": CLIENT, "deployments": [DEPLOYMENT], "name": "Library",
                "authUrl": f"{platform.url}/auth", "tokenUrl": f"{platform.url}/token", "keysUrl": f"{platform.url}/keys"}
        made = site.call("PUT", "/admin/lti-platforms/library", here)
        expect("refused" not in made, made)

        # A teacher chooses the test for an activity.
        status, _, page = launched(platform, "tom", "Instructor", choose=True)
        expect(status == 200 and "Rust basics" in page, (status, page))
        response = html.unescape(re.search(r'name="JWT" value="([^"]+)"', page)[1])
        [item] = platform.chosen(response)
        expect(item["type"] == "ltiResourceLink" and item["custom"]["test"] == test, item)
        expect(item["lineItem"]["scoreMaximum"] == 100, item)
        target = item["url"]
        print("  deep linking: the platform takes the choice of a test", flush=True)

        # A learner opens the activity twice, and takes the test once.
        status, link, _ = launched(platform, "ann", "Learner", target=target)
        expect(status == 303 and "/take-test/" in link, (status, link))
        expect(launched(platform, "ann", "Learner", target=target)[1] == link, "a second invite")
        taken(site, link, "A")
        until(lambda: "ann" in Grades.book, lambda: f"no grade arrives: {platform.calls}")
        grade = Grades.book["ann"]
        expect((grade["scoreGiven"], grade["scoreMaximum"], grade["gradingProgress"]) == (0, 2, "FullyGraded"), grade)

        # A repair changes it.
        repair = {"question_id": "q1", "action": "full_marks", "reason": "unclear"}
        expect("refused" not in site.call("POST", f"/tests/{test}/repairs", repair), "repair")
        until(lambda: Grades.book["ann"]["scoreGiven"] == 2, lambda: f"the grade is not corrected: {Grades.book}")
        expect(Grades.book["ann"]["timestamp"] > grade["timestamp"], "the platform would keep the older grade")
        print("  grades: the platform takes a grade, and the one after a repair", flush=True)

        # What the platform did not sign is refused: another's signature, and a form that is sent again.
        def cut(form):
            form["id_token"] = form["id_token"][:-8] + "AAAAAAAA"

        status, link, page = launched(platform, "eve", "Learner", target=target, change=cut)
        expect(status in (401, 403) and not link, (status, link))
        people = [invite["applicant_email"] for invite in site.call("GET", "/invites")]
        expect(people == ["ann@uni.example.org"], people)
        print("  refused: a changed launch; nothing is stored of it", flush=True)
    finally:
        platform.stop()
        site.stop()


if __name__ == "__main__":
    main()
