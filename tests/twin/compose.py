"""packaging/twin/compose.yaml without Docker: its file is whole, and its commands do what they say on this machine."""

import os
import pathlib
import re
import shlex
import signal
import subprocess

from site_of_two import Member
from steps import expect, status

FOLDER = pathlib.Path(__file__).parents[2] / "packaging/twin"
COMMAND = re.compile(r"docker compose (?:run|exec) (?P<options>.*?)\b(?P<member>a|b) (?:invigil )?(?P<rest>.*)")


def checked():
    """Each service has an image and a check of its health, or none to have; what is mounted is there."""
    try:
        import yaml
    except ImportError:
        print("  compose: its file is not read, because PyYAML is not installed", flush=True)
        return
    file = yaml.safe_load((FOLDER / "compose.yaml").read_text(encoding="utf-8"))
    services = file["services"]
    expect(sorted(services) == ["a", "b", "db1", "db2", "proxy"], sorted(services))
    options = pathlib.Path(__file__).parents[2] / "docs/operations.md"
    known = set(re.findall(r"INVIGIL_[A-Z_]+", options.read_text(encoding="utf-8")))
    for name, service in services.items():
        expect(service["image"] and (name == "proxy" or service["healthcheck"]["test"]), name)
        unknown = {one for one in service.get("environment", {}) if one.startswith("INVIGIL_")} - known
        expect(not unknown, f"no such settings: {unknown}")
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            expect((FOLDER / source).exists() if source.startswith(".") else source in file["volumes"], volume)
        expect(set(service.get("secrets", [])) <= set(file["secrets"]), service)
    for name, port in (("a", 8081), ("b", 8082)):
        service = services[name]
        expect(sorted(service["ports"]) == [f"{port}:{port}", f"{port}:{port}/udp"], service["ports"])
        given = service["environment"]
        expect(given["INVIGIL_MEDIA_ADVERTISE"] == f"${{ADDRESS:+${{ADDRESS}}:{port}}}", given)
        # The image has 8081.
        expect(given.get("INVIGIL_MEDIA_LISTEN", "0.0.0.0:8081") == f"0.0.0.0:{port}", given)
        expect(given["INVIGIL_LOG_PASSWORD_FILE"] == "/run/secrets/log-password", given)
    # A primary without a standby must not wait for one.
    expect("synchronous_standby_names" in (FOLDER / "standby.sh").read_text(encoding="utf-8").split("pg_basebackup")[1].split("psql")[0],
           "a standby that was cloned later waits for its own")
    # Nothing of the log can be asked before db1 is set up.
    expect("docker compose up -d --wait db1 db2" in commands(), commands())
    proxies = [file["configs"]["haproxy"]["content"], (FOLDER / "haproxy.cfg").read_text(encoding="utf-8")]
    limits = [re.findall(r"^ *(timeout \w+ \S+|default-server check inter \S+ fastinter \S+ fall \d+)", one, re.M) for one in proxies]
    expect(limits[0] == limits[1] and "timeout check 2s" in limits[0], limits)
    for healthy in ("a", "b"):
        probe = services[healthy]["healthcheck"]["test"][-1]
        expect("GET /healthz HTTP/1.1\\r\\n" in probe, probe)


def commands():
    """What a person types, from the head of the file."""
    head = (FOLDER / "compose.yaml").read_text(encoding="utf-8").split("\nx-invigil")[0]
    text = re.sub(r"\\\n *", "", re.sub(r"^# ?", "", head, flags=re.M))
    return [line.strip() for line in text.splitlines() if line.startswith("  ")]


def followed(twin):
    """The commands for the members, with folders instead of containers and a database instead of db1 and db2."""
    checked()
    pair, folder = twin.pair, f"{twin.folder}/compose"
    os.mkdir(folder)
    pair.sql(pair.primary(), "create database third owner invigil", "postgres")
    log = f"postgres://invigil@127.0.0.1:{pair.ports[pair.primary()]}/third?sslmode=disable"
    password = f"{folder}/log-password"
    pathlib.Path(password).write_text("not asked for by trust\n", encoding="utf-8")
    members = {name: Member(twin.members["a"].binary, name, folder) for name in "ab"}
    env = {**os.environ, "INVIGIL_LOG_PASSWORD_FILE": password}
    done = 0
    try:
        for line in commands():
            if line == "docker compose up -d a":
                members["a"].start()
                twin.wait(lambda: members["a"].ask("GET", "/readyz")[0] == 200, "a does not lead")
            elif line == "docker compose up -d":
                members["b"].start()
                twin.wait(lambda: "following" in members["b"].ask("GET", "/readyz")[1], "b does not follow")
                expect(members["b"].ask("GET", "/healthz")[0] == 200, "a follower is not healthy")
                # A member reports itself after it has begun to follow.
                twin.wait(lambda: [one["name"] for one in status(members["a"])["members"]] == ["a", "b"], "b is no member")
            elif found := COMMAND.search(line):
                done += ran(members[found["member"]], found, env, folder, log)
        expect(done == 6, f"{done} commands of {commands()}")
        # The last one was of a new version.
        twin.wait(lambda: members["b"].ask("GET", "/readyz")[0] == 200, "b does not lead")
    finally:
        for member in members.values():
            if member.process:
                member.kill(signal.SIGTERM)
    print("  compose: its commands make a twin", flush=True)


def ran(member, found, env, folder, log):
    rest, _, into = found["rest"].partition(" > ")
    rest, _, source = rest.partition(" < ")
    rest = rest.replace("postgres://invigil@db1,db2/invigil", log)
    given = re.findall(r"-e (\w+)=/run/secrets/log-password", found["options"])
    env = {**env, **{name: f"{folder}/log-password" for name in given}}
    args, stdin = shlex.split(rest), b""
    if args[:2] == ["admin", "create"]:
        # Typed at the prompt of a terminal.
        args, stdin = [*args, "--password-stdin"], b"correct horse battery"
    if source:
        stdin = pathlib.Path(f"{folder}/{source}").read_bytes()
    done = subprocess.run(member.command(*args), input=stdin, env=env, capture_output=True, check=False)
    expect(done.returncode == 0, (rest, done.stderr.decode()))
    if into:
        pathlib.Path(f"{folder}/{into}").write_bytes(done.stdout)
    return 1
