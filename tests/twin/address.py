"""One address before both members: the example of packaging/twin/ in a real HAProxy."""

import http.client
import json
import pathlib
import re
import subprocess
import threading
import time

from postgres import free_port
from programs import program
from site_of_two import other
from steps import expect

CONFIG = pathlib.Path(__file__).parents[2] / "packaging/twin/haproxy.cfg"
# The server answers each call within 2 minutes: a proxy that ends one sooner hides its reply.
LONGEST_CALL = 120


def seconds(config, timeout):
    return int(re.search(rf"^\s*timeout {timeout} (\d+)s$", config, re.M)[1])


class Address:
    """The one address."""

    def __init__(self, twin, haproxy, env):
        self.port = free_port()
        config = CONFIG.read_text(encoding="utf-8").replace("bind :80", f"bind 127.0.0.1:{self.port}")
        # As many files as a test may open.
        config = re.sub(r"maxconn \d+", "maxconn 1000", config)
        for name, member in twin.members.items():
            config = re.sub(rf"(server {name}) \S+", rf"\1 127.0.0.1:{member.port}", config)
        path = f"{twin.folder}/haproxy.cfg"
        pathlib.Path(path).write_text(config, encoding="utf-8")
        with open(f"{twin.folder}/haproxy.log", "w", encoding="utf-8") as log:
            self.process = subprocess.Popen([haproxy, "-f", path], env=env, stdout=log, stderr=log)

    def ask(self, method, path, body=None, headers=None):
        """The status and the body of a reply; (0, '') without one."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            data = None if body is None else json.dumps(body)
            connection.request(method, path, data, {"content-type": "application/json", **(headers or {})})
            reply = connection.getresponse()
            return reply.status, reply.read().decode()
        except (OSError, http.client.HTTPException):
            return 0, ""
        finally:
            connection.close()


class Events:
    """A page's stream of events."""

    def __init__(self, port, path, headers):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.connection.request("GET", path, headers=headers)
        self.reply = self.connection.getresponse()
        self.ended = threading.Event()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        try:
            while self.reply.read1(1000):
                pass
        except (OSError, http.client.HTTPException):
            pass
        self.ended.set()


def stream(twin, address, path, key):
    """The next stream of events that the address serves: until HAProxy has asked again, it can choose a member that follows now."""
    opened = []

    def is_open():
        opened.append(Events(address.port, path, key))
        return opened[-1].reply.status == 200

    twin.wait(is_open, "the address has no stream")
    return opened[-1]


def one_address(twin, target):
    """Whichever member leads is at the address; a take-over ends the streams of the one before."""
    config = CONFIG.read_text(encoding="utf-8")
    for timeout in ("client", "server"):
        expect(seconds(config, timeout) > LONGEST_CALL, f"HAProxy ends calls before the server: timeout {timeout}")
    found = program("haproxy", target)
    if not found:
        print("  one address: skipped, because HAProxy is not installed and cannot be downloaded", flush=True)
        return
    address = Address(twin, *found)
    try:
        # In a state that `promote` needs.
        leader = twin.leader()
        twin.caught_up(other(leader.name))
        twin.wait(lambda: address.ask("GET", "/readyz")[0] == 200, "the address has no server")
        key = {"x-attempt-key": twin.attempt_key}
        attempt = f"/api/take-test/{twin.tokens[0]}"
        events = stream(twin, address, f"{attempt}/events", key)
        expect(not events.ended.is_set(), "the stream has ended")
        for how in ("promote", "kill"):
            leader = twin.leader()
            successor = other(leader.name)
            twin.caught_up(successor)
            since = time.monotonic()
            if how == "promote":
                leader.run("twin", "promote", successor)
            else:
                leader.kill()
            twin.wait(lambda: twin.members[successor].ask("GET", "/readyz")[0] == 200, f"{successor} does not lead")
            twin.wait(lambda: address.ask("GET", attempt, headers=key)[0] == 200, "the address does not follow")
            print(f"  one address: {how}: after {time.monotonic() - since:.1f} s", flush=True)
            expect(events.ended.wait(10), "a stream of the member before goes on")
            events = stream(twin, address, f"{attempt}/events", key)
            if how == "kill":
                leader.start()
                twin.caught_up(leader.name)
    finally:
        address.process.kill()
        address.process.wait(10)
