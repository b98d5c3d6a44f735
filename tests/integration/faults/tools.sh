#!/usr/bin/env bash
# Installs strace, which injects disk errors. Without it, and without root, those tests are skipped with a message.
set -euo pipefail
command -v strace >/dev/null && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq && apt-get install -y -qq --no-install-recommends strace >/dev/null || echo "strace cannot be installed"
fi
