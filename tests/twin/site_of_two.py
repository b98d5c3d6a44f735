"""Two members on one machine, with candidates that are in the middle of a test."""

import base64
import json
import os
import signal
import subprocess
import time
import urllib.error
import urllib.request

import bars
from postgres import free_port

# A candidate comes back to a question after so many saves: until then a lost one is seen.
QUESTIONS = 200
PASSWORD = "correct horse battery"
NAMES = ("a", "b")
# Of a command that the log is too slow for.
TRIES = 5


def other(name):
    return "b" if name == "a" else "a"


class Member:
    """A server of one data folder, on an address of its own."""

    def __init__(self, binary, name, folder):
        self.binary, self.name, self.folder = binary, name, folder
        self.port = free_port()
        self.process = None

    def command(self, *args):
        return [self.binary, *args, "--data", f"{self.folder}/{self.name}"]

    def run(self, *args, stdin=None, env=None):
        for _ in range(TRIES):
            done = subprocess.run(self.command(*args), input=stdin, text=True, capture_output=True, check=False,
                                  env={**os.environ, **(env or {})})
            # A server of the log has two seconds, which a starved one may exceed.
            if "the log does not answer" not in done.stderr or bars.patience() == 1:
                break
        if done.returncode:
            raise RuntimeError(f"{' '.join(args[:2])}: {done.stderr.strip()}")
        return done.stdout

    def start(self, sabotage=None, env=None):
        env = {**os.environ, **(env or {}), **({"INVIGIL_SABOTAGE": sabotage} if sabotage else {})}
        args = ["--listen", f"127.0.0.1:{self.port}", "--media-listen", f"127.0.0.1:{free_port()}", "--runner", "off"]
        log = open(f"{self.folder}/{self.name}.log", "a", encoding="utf-8")
        self.process = subprocess.Popen(self.command("serve", *args), stdout=log, stderr=log, env=env)
        log.close()

    def kill(self, how=signal.SIGKILL):
        self.process.send_signal(how)
        self.process.wait(30)

    def ask(self, method, path, body=None, headers=None, timeout=3):
        """The status and the body of a reply; (0, '') without one."""
        data = None if body is None else json.dumps(body).encode()
        sent = {"content-type": "application/json", **(headers or {})}
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, sent, method=method)
        try:
            with urllib.request.urlopen(request, timeout=timeout) as reply:
                return reply.status, reply.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()
        except (OSError, ValueError):
            return 0, ""

    def behind(self):
        """Batches that its file lacks while it follows; else -1."""
        body = self.ask("GET", "/readyz")[1]
        found = json.loads(body) if body.startswith("{") else {}
        return found.get("behind", -1) if found.get("state") == "following" else -1

    def doctor(self):
        done = subprocess.run(self.command("doctor"), text=True, capture_output=True, check=False)
        return done.stdout + done.stderr

    def log(self):
        with open(f"{self.folder}/{self.name}.log", encoding="utf-8") as log:
            return log.read()


class Twin:
    def __init__(self, binary, folder, pair, candidates, lease):
        self.pair, self.folder, self.lease = pair, folder, lease
        self.members = {name: Member(binary, name, folder) for name in NAMES}
        self.attempt_key = base64.urlsafe_b64encode(b"k" * 32).decode().rstrip("=")
        a, b = (self.members[name] for name in NAMES)
        a.run("admin", "create", "--email", "ada@example.org", "--name", "Ada", "--password-stdin", stdin=PASSWORD)
        a.start()
        self.wait(lambda: a.ask("GET", "/readyz")[0] == 200, "the server does not start")
        self.tokens = self.fill(a, candidates)
        a.kill(signal.SIGTERM)
        self.said = a.run("twin", "init", "--log", pair.url(), "--name", "a", "--lease", str(lease))
        a.start()
        self.wait(lambda: a.ask("GET", "/readyz")[0] == 200, "the leader does not start")
        with open(f"{folder}/b.token", "w", encoding="utf-8") as file:
            file.write(a.run("twin", "token"))
        b.run("twin", "join", "--from", f"http://127.0.0.1:{a.port}", "--token-file", f"{folder}/b.token", "--name", "b")
        b.start()
        self.wait(lambda: "following" in b.ask("GET", "/readyz")[1], "the follower does not start")

    def fill(self, member, candidates):
        def call(method, path, body=None, **headers):
            status, text = member.ask(method, f"/api{path}", body, headers, 20)
            if status >= 300 or status == 0:
                raise SystemExit(f"{method} {path}: {status} {text}")
            return json.loads(text) if text else None

        login = call("POST", "/auth/login", {"email": "ada@example.org", "password": PASSWORD})
        self.admin = admin = {"authorization": f"Bearer {login['access_token']}"}
        # A clock that is an hour ahead must not end it.
        questions = [{"id": f"q{n}", "type": "essay", "question": "?"} for n in range(QUESTIONS)]
        exam = {"title": "T", "duration_minutes": 480, "questions": questions}
        self.test = test = call("POST", "/tests", exam, **admin)["id"]
        tokens = []
        for n in range(candidates):
            invite = call("POST", "/invites", {"test_id": test, "applicant_email": f"c{n}@example.org",
                                               "applicant_name": f"C {n}", "no_schedule": True}, **admin)
            call("POST", f"/start-test/{invite['token']}", {}, **{"x-attempt-key": self.attempt_key})
            tokens.append(invite["token"])
        return tokens

    @staticmethod
    def wait(condition, otherwise, limit=40):
        end = time.monotonic() + limit * bars.patience()
        while not condition():
            if time.monotonic() > end:
                raise RuntimeError(f"{otherwise} (load {os.getloadavg()[0]:.0f})")
            time.sleep(0.05)

    def leader(self, but=None, limit=60):
        found = []

        def leads():
            found[:] = [m for m in self.members.values() if m.name != but and m.ask("GET", "/readyz", timeout=1)[0] == 200]
            return found

        self.wait(leads, f"no member leads: {self.states()}", limit)
        return found[0]

    def states(self):
        return {name: m.ask("GET", "/readyz")[1].strip() for name, m in self.members.items()}

    def caught_up(self, follower):
        member = self.members[follower]

        self.wait(lambda: 0 <= member.behind() < 20, f"{follower} does not follow: {self.states()}")

    def stored(self, member, token):
        """The numbers of the saves that the leader has of a candidate, by question."""
        status, text = member.ask("GET", f"/api/take-test/{token}", headers={"x-attempt-key": self.attempt_key})
        if status != 200:
            raise RuntimeError(f"{member.name}: {status} {text}")
        answers = json.loads(text)["attempt"]["answers"]
        return {answer["question_id"]: answer["seq"] for answer in answers}

    def stop(self):
        for member in self.members.values():
            if member.process and member.process.poll() is None:
                member.process.send_signal(signal.SIGCONT)
                member.process.kill()
                member.process.wait(10)
