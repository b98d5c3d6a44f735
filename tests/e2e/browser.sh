#!/usr/bin/env bash
# Ensures that there is a Chromium for the browser tests: installs Debian's as root, else reports what is missing.
set -euo pipefail
for name in "${INVIGIL_CHROMIUM:-}" chromium chromium-browser google-chrome; do
    [ -n "$name" ] && command -v "$name" >/dev/null && exit 0
done
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends chromium >/dev/null
    exit 0
fi
echo "missing: Chromium for the browser tests (Debian: apt-get install chromium; or set INVIGIL_CHROMIUM)." >&2
exit 1
