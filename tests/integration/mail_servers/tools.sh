#!/usr/bin/env bash
# Installs Postfix, which the tests run with settings and folders of their own. Without it, and without root, these tests
# are skipped with a message. The server that the package would start is not wanted.
set -euo pipefail
command -v postfix >/dev/null || [ -x /usr/sbin/postfix ] && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    export DEBIAN_FRONTEND=noninteractive RUNLEVEL=1
    apt-get update -qq && apt-get install -y -qq --no-install-recommends postfix >/dev/null || echo "Postfix cannot be installed"
fi
