#!/usr/bin/env bash
# Installs what the attacks on the sandbox are written in. Without them those tests fail on a machine with Landlock.
set -euo pipefail
missing=()
[ -x /usr/bin/python3 ] || missing+=(python3)
[ -x /usr/bin/g++ ] || missing+=(g++)
[ "${#missing[@]}" = 0 ] && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq && apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null && exit 0
fi
echo "cannot install: ${missing[*]}"
