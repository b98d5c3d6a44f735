"""A site on the real binary, with accounts and data for every role."""

import base64
import json
import pathlib
import re
import secrets
import subprocess
import tempfile
import urllib.request

PASSWORD = "correct horse battery"
GRANTS = pathlib.Path(__file__).resolve().parents[2] / "src" / "domain" / "grants.rs"


def given_roles():
    """Names of the roles that a person of staff can be given."""
    names = GRANTS.read_text(encoding="utf-8").split("impl GrantedRole")[1].split("fn name")[1].split("\n    }")[0]
    return re.findall(r'=> "(\w+)"', names)


class Site:
    """A server in its own folder, with people, tests, invites, attempts and results."""

    def __init__(self, binary):
        self.binary = binary
        self.folder = tempfile.TemporaryDirectory(prefix="invigil-schemathesis-")
        for email in ("ada@example.org", "bob@example.org"):
            args = ["admin", "create", "--email", email, "--name", "Admin", "--password-stdin"]
            subprocess.run(self.command(*args), input=PASSWORD, text=True, check=True, stdout=subprocess.DEVNULL)
        listen = ["--listen", "127.0.0.1:0", "--media-listen", "127.0.0.1:0", "--log-level", "error"]
        self.log = open(f"{self.folder.name}/log", "w+", encoding="utf-8")
        self.process = subprocess.Popen(
            self.command("serve", *listen), stdout=subprocess.PIPE, stderr=self.log, text=True
        )
        ready = re.search(r"ready on (http://\S+)", self.process.stdout.readline())
        if not ready:
            raise SystemExit(f"the server did not start: {self.logged()}")
        self.url = ready[1]
        self.admin = self.sign_in("ada@example.org")
        self.fill()

    def command(self, *args):
        return [self.binary, *args, "--data", f"{self.folder.name}/data"]

    def stop(self):
        self.process.terminate()
        self.process.wait(20)
        self.folder.cleanup()

    def logged(self):
        """Returns the error lines of the server's log."""
        self.log.flush()
        self.log.seek(0)
        return [line for line in self.log.read().splitlines() if line.strip()]

    def call(self, method, path, body=None, token=None, key=None):
        headers = {"content-type": "application/json"}
        if token:
            headers["authorization"] = f"Bearer {token}"
        if key:
            headers["x-attempt-key"] = key
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.url}/api{path}", data, headers, method=method)
        with urllib.request.urlopen(request) as reply:
            text = reply.read()
        return json.loads(text) if text else None

    def sign_in(self, email):
        form = {"email": email, "password": PASSWORD}
        return self.call("POST", "/auth/login", form)["access_token"]

    def fill(self):
        """Creates several records of each kind, because calls delete some of them."""
        choice = {"id": "q1", "type": "multiple_choice", "question": "?", "options": ["A", "B"], "correct_answer": "B"}
        exam = {"title": "T", "questions": [choice, {"id": "q2", "type": "essay", "question": "?"}]}
        self.tests = [self.call("POST", "/tests", exam, self.admin)["id"] for _ in range(8)]
        form = {"email": "cora@example.org", "password": PASSWORD, "full_name": "Cora"}
        self.call("POST", "/auth/register", form)
        self.applicant = self.sign_in("cora@example.org")
        form = {"email": "rita@example.org", "password": PASSWORD, "full_name": "Rita", "role": "reviewer"}
        reviewer = self.call("POST", "/admin/create-admin", form, self.admin)["id"]
        self.reviewer = self.sign_in("rita@example.org")
        form = {"email": "sam@example.org", "password": PASSWORD, "full_name": "Sam", "role": "staff"}
        staff = self.call("POST", "/admin/create-admin", form, self.admin)["id"]
        roles = [{"role": role, "tests": self.tests[:3]} for role in given_roles()]
        self.call("PUT", f"/admin/roles/{staff}", {"roles": roles, "version": 0}, self.admin)
        self.staff = self.sign_in("sam@example.org")
        self.runner_token = self.call("POST", "/admin/runners", {"name": "R"}, self.admin)["token"]
        self.key = base64.urlsafe_b64encode(secrets.token_bytes(32)).decode().rstrip("=")
        self.invites, self.running, self.done = [], [], []
        for n in range(12):
            invite = self.call("POST", "/invites", {
                "test_id": self.tests[n % 3],
                "applicant_email": f"c{n}@example.org",
                "applicant_name": f"Candidate {n}",
                "no_schedule": True,
            }, self.admin)
            self.invites.append(invite)
            if n % 3:
                self.call("POST", f"/start-test/{invite['token']}", {}, key=self.key)
                (self.running if n % 3 == 1 else self.done).append(invite)
            if n % 3 == 2:
                answers = {"answers": [{"question_id": "q2", "answer": "words"}]}
                self.call("POST", f"/submit-test/{invite['token']}", answers, key=self.key)
        rows = self.call("GET", "/invites", token=self.admin)
        column = lambda name: [row[name] for row in rows if row.get(name)]
        applicants = self.call("GET", "/admin/applicants", token=self.admin)
        admins = self.call("GET", "/admin/list-admins", token=self.admin)
        notifications = self.call("GET", "/admin/notifications", token=self.admin)["notifications"]
        attempts, tokens = column("attempt_id"), [invite["token"] for invite in self.invites]
        running = {invite["id"] for invite in self.running}
        live = [row["attempt_id"] for row in rows if row["id"] in running]
        messages = [
            self.call("POST", f"/attempts/{attempt}/messages", {"text": "Hello"}, self.admin)["id"] for attempt in live
        ]
        wall = self.call("POST", "/webrtc/walls", token=self.admin)["session_id"]
        self.call("PUT", f"/tests/{self.tests[2]}/assignments", {"items": [{"reviewer_id": reviewer}]}, self.admin)
        queue = f"/reviewing/answers?test_id={self.tests[2]}&question_id=q2"
        markings = self.call("GET", queue, token=self.reviewer)["answers"]
        # By path prefix with the parameter, or by the parameter's name for every path.
        self.ids = {
            "/api/tests/{id}": self.tests,
            "/api/invites/{id}": [invite["id"] for invite in self.invites],
            "/api/attempts/{id}": attempts,
            "/api/admin/applicants/{id}": [row["id"] for row in applicants],
            "/api/admin/notifications/{id}": [row["id"] for row in notifications],
            "/api/admin/delete-admin/{id}": [row["id"] for row in admins if not row["is_first_admin"]],
            "token": tokens,
            "submission_id": column("submission_id"),
            "invite_id": [invite["id"] for invite in self.running],
            "test_id": self.tests[:3],
            "admin_id": [row["id"] for row in admins if not row["is_first_admin"]],
            "session_id": [wall],
            "message_id": messages,
            "marking_id": [answer["marking_id"] for answer in markings],
            "question_id": ["q1", "q2"],
            "answer_id": ["q1", "q2"],
        }
