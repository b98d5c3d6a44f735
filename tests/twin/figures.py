"""figures.py BINARY: saves of a leader beside those of a server that is alone, in one run of benches/load.

The clients, both members and both PostgreSQLs share the processors of this machine: compare the ratios alone."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True

import postgres

HERE = pathlib.Path(__file__).parent
# Saves of those alone, at so many clients.
AIMS = {16: 0.60, 64: 0.60, 256: 0.70}
ALONE = re.compile(r"^ +(\d+) +\d+ +(\d+) +\d+% +([\d.]+) +([\d.]+)")
LED = re.compile(r"the other binary: (\d+)/s, ([\d.]+), ([\d.]+) ms")


def said(output, figures):
    """The lines to print."""
    clients = alone = None
    for line in output.splitlines():
        if found := ALONE.match(line):
            clients, alone = int(found[1]), (float(found[2]), float(found[4]))
        elif found := LED.search(line):
            rate, p99 = float(found[1]), float(found[3])
            yield (f"{clients} clients: {alone[0]:.0f} saves/s alone, {rate:.0f} with a log: {rate / alone[0]:.0%} (aim "
                   f"{AIMS[clients]:.0%}); p99 {alone[1]:.1f} and {p99:.1f} ms ({p99 / alone[1]:.1f} times, aim 2)")
    if figures:
        lags = sorted(lag for one in figures for lag in one["lags_ms"]) or [0]
        shares = sum(one["follower_s"] for one in figures) / max(0.01, sum(one["leader_s"] for one in figures))
        yield (f"follower: at most {max(one['peak_mb'] for one in figures):.0f} MB (aim 40), "
               f"{max(one['program_mb'] for one in figures):.0f} of them pages of the program, {shares:.0%} of the leader's "
               f"processor time (aim 15%), lag p99 {lags[int(len(lags) * 0.99)]:.0f} ms (aim 200)")


def main():
    if not postgres.programs():
        sys.exit("figures: PostgreSQL is not installed")
    folder = tempfile.mkdtemp(prefix="invigil-twin-")
    os.chmod(folder, 0o755)
    pair = postgres.Pair(f"{folder}/pg")
    try:
        psql = [f"{pair.bin}/psql", "-h", "127.0.0.1", "-p", str(pair.ports["a"]), "-U", "postgres", "-d", "postgres", "-qc"]
        env = {**os.environ, "INVIGIL_BENCH_OTHER": str(HERE / "with_log.py"), "INVIGIL_TWIN_LOG": pair.url(),
               "INVIGIL_TWIN_BINARY": str(pathlib.Path(sys.argv[1]).resolve()), "INVIGIL_TWIN_PSQL": json.dumps(psql),
               "INVIGIL_TWIN_FIGURES": f"{folder}/figures"}
        bench = ["cargo", "bench", "--bench", "load", "--", "saves"]
        output = subprocess.run(bench, env=env, stdout=subprocess.PIPE, text=True, check=True).stdout
        written = pathlib.Path(f"{folder}/figures")
        lines = written.read_text(encoding="utf-8").splitlines() if written.exists() else []
        print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f} at the end", *said(output, [json.loads(line) for line in lines]), sep="\n")
    finally:
        pair.stop()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
