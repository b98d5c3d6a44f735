"""One address that moves: the example of packaging/twin/ in two real keepalived, each in a network of its own as on a machine of its
own. A third one is a candidate's."""

import ctypes
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import threading
import time

from programs import program
from proxy import Proxy
from site_of_two import other
from steps import expect

CONFIG = pathlib.Path(__file__).parents[2] / "packaging/twin/keepalived.conf"
CLONE_NEWNET = 0x40000000
PORT = 8080


def ip(*args):
    return subprocess.run(["ip", *args], check=True, capture_output=True, text=True).stdout


def listening(network):
    """A socket of another network."""
    found = []

    def there():
        with open(f"/run/netns/{network}", encoding="utf-8") as file:
            # Of this thread alone.
            if ctypes.CDLL(None, use_errno=True).setns(file.fileno(), CLONE_NEWNET) == 0:
                found.append(socket.create_server(("0.0.0.0", PORT)))

    thread = threading.Thread(target=there)
    thread.start()
    thread.join()
    return found[0]


class Networks:
    """The networks of both machines and of a candidate, with a bridge between them."""

    def __init__(self):
        self.names = {name: f"invigil-{os.getpid()}-{name}" for name in ("a", "b", "c")}
        for name in self.names.values():
            ip("netns", "add", name)
            ip("-n", name, "link", "set", "lo", "up")
        middle = self.names["c"]
        ip("-n", middle, "link", "add", "middle", "type", "bridge")
        ip("-n", middle, "addr", "add", "203.0.113.3/24", "dev", "middle")
        ip("-n", middle, "link", "set", "middle", "up")
        for n, name in enumerate(("a", "b"), 1):
            one = self.names[name]
            ip("-n", one, "link", "add", "eth0", "type", "veth", "peer", "name", f"to-{name}", "netns", middle)
            ip("-n", one, "addr", "add", f"203.0.113.{n}/24", "dev", "eth0")
            ip("-n", one, "link", "set", "eth0", "up")
            ip("-n", middle, "link", "set", f"to-{name}", "master", "middle")
            ip("-n", middle, "link", "set", f"to-{name}", "up")

    def has(self, name, address):
        return f" {address}/" in ip("-n", self.names[name], "-o", "-4", "addr", "show", "dev", "eth0")

    def ask(self, url):
        """The status of a reply to the candidate."""
        curl = ["curl", "--silent", "--max-time", "1", "--output", "/dev/null", "--write-out", "%{http_code}", url]
        done = subprocess.run(["ip", "netns", "exec", self.names["c"], *curl], capture_output=True, text=True, check=False)
        return int(done.stdout or 0)

    def remove(self):
        for name in self.names.values():
            subprocess.run(["ip", "netns", "del", name], capture_output=True, check=False)


def started(twin, networks, name, keepalived, env):
    folder = f"{twin.folder}/keepalived-{name}"
    os.mkdir(folder)
    pids = ["-p", f"{folder}/pid", "-r", f"{folder}/vrrp", "-c", f"{folder}/checkers"]
    command = ["ip", "netns", "exec", networks.names[name], keepalived, "-n", "-l", "-f", str(CONFIG), *pids]
    with open(f"{folder}/log", "w", encoding="utf-8") as log:
        return subprocess.Popen(command, env=env, stdout=log, stderr=log)


def moves(twin, target):
    """The address is on the machine that leads, and the candidate is served there; after a promotion and a kill, too."""
    found = program("keepalived", target)
    try:
        networks = Networks() if found else None
    except (OSError, subprocess.CalledProcessError):
        networks = None
    if not networks:
        print("  keepalived: skipped, because it cannot be had, or no networks can be made", flush=True)
        return
    address = re.search(r"virtual_ipaddress {\s+(\S+)/", CONFIG.read_text(encoding="utf-8"))[1]
    url = f"http://{address}:{PORT}/readyz"
    running = []
    try:
        for name, member in twin.members.items():
            Proxy(member.port, listening(networks.names[name]))
            running.append(started(twin, networks, name, *found))

        def is_at(name):
            return networks.has(name, address) and not networks.has(other(name), address) and networks.ask(url) == 200

        leader = twin.leader()
        twin.wait(lambda: is_at(leader.name), f"the address is not on {leader.name}")
        for how in ("promote", "kill"):
            leader = twin.leader()
            successor = other(leader.name)
            twin.caught_up(successor)
            since = time.monotonic()
            if how == "promote":
                done = json.loads(leader.run("twin", "promote", successor, "--json"))
                expect(done["member"] == successor, done)
            else:
                leader.kill()
            twin.wait(lambda successor=successor: is_at(successor), f"the address does not move to {successor}")
            print(f"  keepalived: {how}: after {time.monotonic() - since:.1f} s", flush=True)
        leader.start()
        twin.caught_up(leader.name)
        for name in twin.members:
            log = pathlib.Path(f"{twin.folder}/keepalived-{name}/log").read_text(encoding="utf-8")
            expect("SECURITY VIOLATION" not in log and "Unknown keyword" not in log, log)
    finally:
        for process in running:
            process.send_signal(signal.SIGTERM)
        for process in running:
            process.wait(10)
        networks.remove()
