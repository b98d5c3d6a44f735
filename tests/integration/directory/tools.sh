#!/usr/bin/env bash
# Installs OpenLDAP's server, which the tests run with settings and folders of their own. Without it these tests are skipped
# with a message. The server that the package would start is not wanted.
set -euo pipefail
[ -x /usr/sbin/slapd ] && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    export DEBIAN_FRONTEND=noninteractive RUNLEVEL=1
    apt-get update -qq && apt-get install -y -qq --no-install-recommends slapd >/dev/null || echo "slapd cannot be installed"
fi
