#!/usr/bin/env python3
"""The leader of a twin instead of a server that is alone, for benches/load: `figures.py` names this as the other binary.

The process is the leader's. A second one makes the follower, says that the server is ready, and measures both until it ends."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))

from bars import used
from postgres import free_port

# Between two looks at the follower.
INTERVAL = 0.2


def ask(port, path):
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=5) as reply:
            return reply.status, reply.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()
    except OSError:
        return 0, ""


def until(condition, what):
    end = time.monotonic() + 60
    while not condition():
        if time.monotonic() > end:
            sys.exit(f"with_log: {what}")
        time.sleep(0.05)


def memory(pid, what):
    """In MB: `VmHWM` is the most that was resident, `RssFile` what of it at the moment are pages of the program."""
    status = pathlib.Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    return int(re.search(rf"{what}:\s+(\d+)", status)[1]) / 1024


def beside(binary, data, port, leader, output):
    """Makes the follower, and measures until the leader's output ends."""
    folder = tempfile.mkdtemp(dir=pathlib.Path(data).parent)
    until(lambda: ask(port, "/readyz")[0] == 200, "the leader does not lead")
    token = subprocess.run([binary, "twin", "token", "--data", data], capture_output=True, check=True).stdout
    fd = os.open(f"{folder}/token", os.O_WRONLY | os.O_CREAT, 0o600)
    os.write(fd, token)
    os.close(fd)
    join = [binary, "twin", "join", "--from", f"http://127.0.0.1:{port}", "--token-file", f"{folder}/token", "--name", "b"]
    subprocess.run([*join, "--data", f"{folder}/b"], stdout=subprocess.DEVNULL, check=True)
    follower = free_port()
    serve = [binary, "serve", "--listen", f"127.0.0.1:{follower}", "--media-listen", "off", "--data", f"{folder}/b"]
    process = subprocess.Popen([*serve, "--log-level", "error"], stdout=subprocess.DEVNULL)
    try:
        until(lambda: "following" in ask(follower, "/readyz")[1], "the follower does not follow")
        print(f"ready on http://127.0.0.1:{port}", flush=True)
        before, lags, figures = (used(process.pid), used(leader)), [], {}
        while used(leader):
            lag = re.search(r'twin_lag_seconds\{member="b"\} (\S+)', ask(port, "/metrics")[1])
            lags += [1000 * float(lag[1])] if lag else []
            after = (used(process.pid), used(leader) or before[1])
            figures = {"peak_mb": memory(process.pid, "VmHWM"), "program_mb": memory(process.pid, "RssFile"),
                       "follower_s": after[0] - before[0],
                       "leader_s": max(figures.get("leader_s", 0), after[1] - before[1]), "lags_ms": lags}
            os.set_blocking(output, False)
            try:
                if not os.read(output, 1 << 16):
                    break
            except BlockingIOError:
                pass
            time.sleep(INTERVAL)
        with open(os.environ["INVIGIL_TWIN_FIGURES"], "a", encoding="utf-8") as file:
            file.write(json.dumps(figures) + "\n")
    finally:
        process.kill()
        process.wait()
        shutil.rmtree(folder, ignore_errors=True)


def main():
    binary, args = os.environ["INVIGIL_TWIN_BINARY"], sys.argv[1:]
    if args[0] != "serve":
        os.execv(binary, [binary, *args])
    data, port = args[args.index("--data") + 1], free_port()
    database = f"bench{os.getpid()}"
    psql = json.loads(os.environ["INVIGIL_TWIN_PSQL"])
    subprocess.run([*psql, f"create database {database} owner invigil"], check=True, stdout=subprocess.DEVNULL)
    log = os.environ["INVIGIL_TWIN_LOG"].replace("/invigil?", f"/{database}?")
    init = [binary, "twin", "init", "--log", log, "--name", "a", "--data", data]
    subprocess.run(init, check=True, stdout=subprocess.DEVNULL)
    args[args.index("--listen") + 1] = f"127.0.0.1:{port}"
    output, into = os.pipe()
    leader = os.getpid()
    if os.fork() == 0:
        os.close(into)
        beside(binary, data, port, leader, output)
        return
    os.close(output)
    os.dup2(into, 1)
    os.execv(binary, [binary, *args])


if __name__ == "__main__":
    main()
