#!/usr/bin/env bash
# Runs a test in Python against the real binary: with_packages.sh FOLDER BINARY [ARGUMENT...]
# Runs tests/FOLDER/run.py with the packages of tests/FOLDER/requirements.txt, which a folder beside the binary keeps.
# Skipped, with a message, if Python's venv or the package index is not available.
set -euo pipefail

name=$1 bin=$(realpath "$2")
shift 2
here=$(cd "$(dirname "$0")" && pwd)/$name
venv=$(dirname "$bin")/../$name

if ! command -v python3 >/dev/null; then
    echo "$name: skipped: python3 is not installed"
    exit 0
fi
if ! cmp -s "$here/requirements.txt" "$venv/requirements.txt"; then
    rm -rf "$venv"
    if ! python3 -m venv "$venv" 2>/dev/null; then
        echo "$name: skipped: Python has no venv (Debian: apt-get install python3-venv)"
        exit 0
    fi
    if ! "$venv/bin/pip" install --quiet --disable-pip-version-check -r "$here/requirements.txt"; then
        echo "$name: skipped: its packages cannot be installed"
        exit 0
    fi
    cp "$here/requirements.txt" "$venv/requirements.txt"
fi
exec "$venv/bin/python" "$here/run.py" "$bin" "$@"
