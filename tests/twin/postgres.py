"""A PostgreSQL with a synchronous standby, in a folder of its own on free ports. Stopped, and removed, with the harness."""

import os
import pathlib
import random
import shutil
import signal
import socket
import subprocess

CONF = """
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
shared_buffers = 64MB
max_wal_senders = 5
wal_keep_size = 256MB
hot_standby = on
wal_log_hints = on
fsync = on
synchronous_commit = on
log_line_prefix = '%m %p '
"""


def programs():
    """The folder of PostgreSQL's programs; None where it is not installed."""
    named = os.environ.get("PGBIN")
    folders = [pathlib.Path(named)] if named else sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((str(folder) for folder in folders if (folder / "initdb").exists()), None)


def free_port():
    """Below the ports that the kernel gives to connections: one of those may be taken before its program listens."""
    while True:
        port = random.randrange(20_000, 32_000)
        with socket.socket() as held:
            try:
                held.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue


def signal_all(pids, what):
    for pid in pids:
        try:
            os.kill(pid, what)
        except ProcessLookupError:
            pass


def tree(pid):
    children = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False)
    return [pid] + [int(child) for child in children.stdout.split()]


class Pair:
    """Members a and b; a is the primary at first."""

    def __init__(self, folder):
        self.bin = programs()
        self.folder = pathlib.Path(folder)
        self.folder.mkdir()
        self.broken = None
        self.ports = {"a": free_port(), "b": free_port()}
        # It refuses to run as root.
        self.user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"] if os.getuid() == 0 else []
        if self.user:
            shutil.chown(self.folder, "postgres")
        self.run("initdb", "-D", self.data("a"), "-U", "postgres", "--auth=trust", "-E", "UTF8", "--locale=C.UTF-8")
        self.configure("a")
        self.start("a")
        self.sql("a", "create role invigil login", "postgres")
        self.sql("a", "create database invigil owner invigil", "postgres")
        self.clone("b", "a")

    def run(self, program, *args):
        env = ["env", f"HOME={self.folder}", "LC_ALL=C.UTF-8"]
        command = [*self.user, *env, f"{self.bin}/{program}", *args]
        # A server that starts keeps its output open.
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, check=False) if program != "pg_ctl" else subprocess.run(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        if done.returncode:
            raise SystemExit(f"{program} failed: {done.stdout}")
        return done.stdout

    def data(self, name):
        return f"{self.folder}/{name}"

    def configure(self, name):
        with open(f"{self.data(name)}/postgresql.conf", "a", encoding="utf-8") as conf:
            conf.write(f"{CONF if name == 'a' else ''}port = {self.ports[name]}\n")

    def start(self, name):
        self.run("pg_ctl", "-D", self.data(name), "-l", f"{self.folder}/{name}.log", "-w", "start")

    def clone(self, name, source, port=None):
        """Makes `name` the synchronous standby of `source`, which it reaches at this port."""
        shutil.rmtree(self.data(name), ignore_errors=True)
        self.run("pg_basebackup", "-h", "127.0.0.1", "-p", str(port or self.ports[source]), "-U", "postgres",
                 "-D", self.data(name), "-R", "-X", "stream", "-c", "fast")
        with open(f"{self.data(name)}/postgresql.conf", "a", encoding="utf-8") as conf:
            conf.write(f"port = {self.ports[name]}\n")
        self.start(name)
        self.synchronous(source, True)

    def synchronous(self, name, waits):
        self.sql(name, f"alter system set synchronous_standby_names = '{'ANY 1 (*)' if waits else ''}'", "postgres")
        self.sql(name, "select pg_reload_conf()", "postgres")

    def sql(self, name, text, database="invigil"):
        return self.run("psql", "-h", "127.0.0.1", "-p", str(self.ports[name]), "-U", "postgres", "-d", database,
                        "-Atqc", text).strip()

    def primary(self):
        running = [n for n in "ab" if os.path.exists(f"{self.data(n)}/postmaster.pid")]
        return next(n for n in running if not os.path.exists(f"{self.data(n)}/standby.signal"))

    def postmaster(self, name):
        return int(pathlib.Path(f"{self.data(name)}/postmaster.pid").read_text(encoding="utf-8").splitlines()[0])

    def freeze(self, name):
        signal_all(tree(self.postmaster(name)), signal.SIGSTOP)

    def thaw(self, name):
        signal_all(tree(self.postmaster(name)), signal.SIGCONT)

    def halt(self, name):
        self.run("pg_ctl", "-D", self.data(name), "-m", "immediate", "-w", "stop")

    def kill(self, name):
        signal_all(reversed(tree(self.postmaster(name))), signal.SIGKILL)
        pathlib.Path(f"{self.data(name)}/postmaster.pid").unlink(missing_ok=True)

    def fail_over(self):
        """The primary dies at once, and the standby is promoted; without a standby of its own it waits for none."""
        old = self.primary()
        self.kill(old)
        self.promote("b" if old == "a" else "a")

    def promote(self, new):
        old = "b" if new == "a" else "a"
        self.run("pg_ctl", "-D", self.data(new), "-w", "promote")
        self.synchronous(new, False)
        self.broken = (old, new)

    def mend(self):
        """The machine that died comes back as the standby."""
        if self.broken:
            self.clone(*self.broken)
            self.broken = None

    def url(self):
        hosts = ",".join(f"127.0.0.1:{self.ports[name]}" for name in "ab")
        return f"postgres://invigil@{hosts}/invigil?sslmode=disable"

    def stop(self):
        for name in "ab":
            if os.path.exists(f"{self.data(name)}/postmaster.pid"):
                self.thaw(name)
                subprocess.run([*self.user, f"{self.bin}/pg_ctl", "-D", self.data(name), "-m", "immediate", "stop"],
                               stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
