#!/usr/bin/env bash
# Installs OpenLDAP's server and Samba's domain controller, which the tests run with settings and folders of their own.
# Without them these tests are skipped with a message. The servers that the packages would start are not wanted.
set -euo pipefail
[ -x /usr/sbin/slapd ] && [ -x /usr/sbin/samba ] && [ -d /usr/share/samba/setup ] && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    export DEBIAN_FRONTEND=noninteractive RUNLEVEL=1
    apt-get update -qq && apt-get install -y -qq --no-install-recommends slapd samba-ad-dc samba-ad-provision samba-dsdb-modules \
        samba-vfs-modules >/dev/null || echo "slapd and samba cannot be installed"
fi
