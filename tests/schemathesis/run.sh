#!/usr/bin/env bash
# Tests the real binary against its OpenAPI description, as every role: run.sh BINARY [EXAMPLES PER CALL]
# Skipped, with a message, if Python's venv or the package index is not available.
set -euo pipefail

bin=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
venv=$(dirname "$bin")/../schemathesis

if ! command -v python3 >/dev/null; then
    echo "schemathesis: skipped: python3 is not installed"
    exit 0
fi
if ! cmp -s "$here/requirements.txt" "$venv/requirements.txt"; then
    rm -rf "$venv"
    if ! python3 -m venv "$venv" 2>/dev/null; then
        echo "schemathesis: skipped: Python has no venv (Debian: apt-get install python3-venv)"
        exit 0
    fi
    if ! "$venv/bin/pip" install --quiet --disable-pip-version-check -r "$here/requirements.txt"; then
        echo "schemathesis: skipped: its packages cannot be installed"
        exit 0
    fi
    cp "$here/requirements.txt" "$venv/requirements.txt"
fi
exec "$venv/bin/python" "$here/run.py" "$bin" "${2:-2}"
