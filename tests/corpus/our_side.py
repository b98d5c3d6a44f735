"""Our side: a server in a folder of its own, which imports files and marks answers by the calls that people use."""

import base64
import json
import os
import re
import secrets
import subprocess
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

PASSWORD = "correct horse battery"
# Of a test.
MAX_QUESTIONS = 500
MAX_TYPED_OPTIONS = 6
# Of a test: questions whose answers have patterns.
MAX_PATTERNS = 100
# Of a request, with room for the rest of it: in bytes.
MAX_SENT = 1_500_000

BUSY = 503
# Seconds between tries where a machine has other work; the last answer counts.
WAITS = [1, 2, 4, 8, 16, 32, 0]


class Site:
    def __init__(self, binary, *flags):
        self.binary = binary
        self.folder = tempfile.TemporaryDirectory(prefix="invigil-corpus-")
        made = ["admin", "create", "--email", "ada@example.org", "--name", "Ada", "--password-stdin"]
        subprocess.run(self.command(*made), input=PASSWORD, text=True, check=True, stdout=subprocess.DEVNULL)
        listen = ["--listen", "127.0.0.1:0", "--media-listen", "127.0.0.1:0", "--runner", "off", "--log-level", "error"]
        self.process = subprocess.Popen(self.command("serve", *listen, *flags), stdout=subprocess.PIPE, text=True)
        ready = re.search(r"ready on (http://\S+)", self.process.stdout.readline())
        if not ready:
            raise SystemExit("the server did not start")
        self.url = ready[1]
        self.token = self.call("POST", "/auth/login", {"email": "ada@example.org", "password": PASSWORD})["access_token"]
        self.key = base64.urlsafe_b64encode(secrets.token_bytes(32)).decode().rstrip("=")

    def command(self, *args):
        return [self.binary, *args, "--data", f"{self.folder.name}/data"]

    def stop(self):
        self.process.terminate()
        self.process.wait(20)
        self.folder.cleanup()

    def call(self, method, path, body=None, raw=None):
        headers = {"content-type": "application/json" if raw is None else "application/octet-stream"}
        if getattr(self, "token", None):
            headers["authorization"] = f"Bearer {self.token}"
            headers["x-attempt-key"] = self.key
        data = raw if raw is not None else None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.url}/api{path}", data, headers, method=method)
        for wait in WAITS:
            try:
                with urllib.request.urlopen(request, timeout=900) as reply:
                    text = reply.read()
            except urllib.error.HTTPError as error:
                if error.code == BUSY and wait:
                    time.sleep(wait)
                    continue
                return {"refused": error.code, **json.loads(error.read() or b"{}")}
            return json.loads(text) if text else None

    def imported(self, path):
        """The report of a file, and its tests as they are stored."""
        with open(path, "rb") as file:
            data = file.read()
        query = urllib.parse.urlencode({"filename": os.path.basename(path)})
        report = self.call("POST", f"/tests/import?dry_run=true&{query}", raw=data)
        if not report.get("importable"):
            return report, []
        done = self.call("POST", f"/tests/import?accept_changes=true&{query}", raw=data)
        if done.get("refused"):
            return done, []
        tests = [self.call("GET", f"/tests/{test['id']}") for test in done["tests"]]
        for test in tests:
            give_passages(test)
        return report, tests

    def marks(self, asked):
        """Points of answers, given as pairs of a question and an answer, by trials: each question is asked as often as needed."""
        points = []
        while len(points) < len(asked):
            part, patterns, sent = [], 0, 0
            for question, answer in asked[len(points):len(points) + MAX_QUESTIONS]:
                patterns += bool(question.get("pattern")) + sum(bool(g.get("pattern")) for g in question.get("gaps", []))
                sent += len(json.dumps(question))
                if patterns > MAX_PATTERNS or part and sent > MAX_SENT:
                    break
                part.append((question, answer))
            points += self.trial(part)
        return points

    def trial(self, asked):
        questions = [{**question, "id": f"q{n}"} for n, (question, _) in enumerate(asked)]
        test = {"title": "T", "description": "", "duration_minutes": 60, "questions": questions}
        if any(q["type"] == "multiple_choice" and len(q["options"]) > MAX_TYPED_OPTIONS for q in questions):
            # More than people may type, but not than a file may have.
            made = self.call("POST", "/tests/import?format=json&accept_changes=true", raw=json.dumps(test).encode())
            trial = self.call("POST", f"/tests/{made['tests'][0]['id']}/trial")
        else:
            trial = self.call("POST", "/trials", test)
        if trial.get("refused"):
            raise SystemExit(f"a question that was imported is refused: {trial}")
        token = trial["token"]
        self.call("POST", f"/start-test/{token}", {})
        answers = [{"question_id": f"q{n}", "answer": answer} for n, (_, answer) in enumerate(asked)]
        self.call("POST", f"/submit-test/{token}", {"answers": answers})
        result = self.call("GET", f"/trials/{trial['id']}/result")
        found = {answer["id"]: answer for answer in result["answers"]}
        return [found[f"q{n}"] for n in range(len(asked))]


def give_passages(test):
    """Puts to each question the passage that its section shows beside it."""
    questions = {question["id"]: question for question in test["questions"]}
    for section in test.get("sections") or []:
        passages = {passage["id"]: passage for passage in section.get("passages", [])}
        for item in section["items"]:
            if item.get("passage") and item.get("question"):
                questions[item["question"]["id"]]["passage"] = passages[item["passage"]]
