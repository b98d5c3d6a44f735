#!/usr/bin/env bash
# Installs, starts, upgrades, removes and purges the Debian package in DIST, on a temporary overlay of this machine's
# file system: deb.sh DIST. Requires root, dpkg and a kernel with overlayfs.
set -euo pipefail

fail() {
    echo "package: $*" >&2
    exit 1
}

if [ "${1:-}" != --inside ]; then
    dist=$(realpath "$1")
    for tool in dpkg dpkg-deb unshare setpriv curl; do
        command -v "$tool" >/dev/null || { echo "package: skipped, because $tool is missing"; exit 0; }
    done
    unshare --mount --pid --fork --mount-proc true 2>/dev/null ||
        { echo "package: skipped, because namespaces require more privileges"; exit 0; }
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    unshare --mount --pid --fork --kill-child --mount-proc "$0" --inside "$dist" "$work"
    exit
fi

dist=$2 work=$3
mount -t tmpfs tmpfs "$work"
for folder in /etc /usr /var; do
    name=$(echo "$folder" | tr / _)
    mkdir -p "$work/$name/upper" "$work/$name/work"
    mount -t overlay overlay -o "lowerdir=$folder,upperdir=$work/$name/upper,workdir=$work/$name/work" "$folder"
done
debs=("$dist"/invigil_*.deb)
[ "${#debs[@]}" = 1 ] || fail "expected exactly one package in $dist: ${debs[*]}"
deb=${debs[0]}
env=/etc/invigil/invigil.env

# Starts the service like systemd would, with the unit's user, variables and command. (There is no systemd in here.)
start() {
    unit=$(dpkg -L invigil | grep 'systemd/system/invigil.service$')
    local user command
    rm -f "$work/out"
    user=$(sed -n 's/^User=//p' "$unit") command=$(sed -n 's/^ExecStart=//p' "$unit")
    # shellcheck disable=SC2046,SC2086
    (cd / && exec setpriv --reuid "$user" --regid "$user" --init-groups env -i \
        $(sed -n 's/^Environment=//p' "$unit") $(grep -v '^#' "$env") $command) >"$work/out" 2>"$work/log" &
    server=$!
    for _ in $(seq 400); do
        grep -qs 'is ready on' "$work/out" && return
        kill -0 "$server" 2>/dev/null || break
        sleep 0.05
    done
    cat "$work/log" >&2
    fail "the service does not start"
}

stop() {
    kill "$server"
    wait "$server" || fail "the service does not stop cleanly"
}

sign_in() {
    curl -s -o /dev/null -w '%{http_code}' http://127.0.0.1:18080/api/auth/login -H 'Content-Type: application/json' \
        -d '{"email": "ada@example.org", "password": "correct horse"}'
}

dpkg -i "$deb" >"$work/dpkg" 2>&1 || { cat "$work/dpkg" >&2; fail "the package cannot be installed"; }
[ "$(stat -c '%U %a' /var/lib/invigil)" = 'invigil 700' ] || fail "the data folder is not private: $(stat -c '%U %a' /var/lib/invigil)"
[ "$(stat -c '%U %G %a' $env)" = 'root invigil 640' ] || fail "the settings are not private: $(stat -c '%U %G %a' $env)"
# From the package contents: dpkg may be configured to exclude documentation.
contents=$(dpkg-deb -c "$deb")
for file in README.md docs/operations.md docs/decisions/README.md; do
    [[ $contents == *"./usr/share/doc/invigil/$file"* ]] || fail "the package lacks $file"
done
sed -i 's/^INVIGIL_LISTEN=.*/INVIGIL_LISTEN=127.0.0.1:18080/' $env
# Commands work for root, as docs/operations.md says.
printf 'correct horse\n' | invigil --data /var/lib/invigil admin create --email ada@example.org --name Ada --password-stdin >/dev/null
start
[ "$(ps -o user= -p "$server" | tr -d ' ')" = invigil ] || fail "the service runs as $(ps -o user= -p "$server")"
[ "$(sign_in)" = 200 ] || fail "sign-in fails"
[ "$(find /var/lib/invigil ! -user invigil | wc -l)" = 0 ] || fail "the data folder has files of another owner"
stop

dpkg-deb -R "$deb" "$work/next"
sed -i 's/^Version: .*/Version: 99.0.0-1/' "$work/next/DEBIAN/control"
echo '# A new default.' >>"$work/next$env"
dpkg-deb -b "$work/next" "$work/next.deb" >/dev/null
dpkg --force-confold -i "$work/next.deb" >"$work/dpkg" 2>&1 || { cat "$work/dpkg" >&2; fail "the package cannot be upgraded"; }
grep -q 'INVIGIL_LISTEN=127.0.0.1:18080' $env || fail "the settings did not survive the upgrade"
start
[ "$(sign_in)" = 200 ] || fail "the data did not survive the upgrade"
stop

dpkg -r invigil >"$work/dpkg" 2>&1 || { cat "$work/dpkg" >&2; fail "the package cannot be removed"; }
[ ! -e /usr/bin/invigil ] && [ -e $env ] || fail "remove deleted too much or too little"
dpkg -P invigil >"$work/dpkg" 2>&1 || { cat "$work/dpkg" >&2; fail "the package cannot be purged"; }
[ ! -e $env ] && [ -s /var/lib/invigil/invigil.redb ] || fail "purge deleted too much or too little"
grep -q 'was kept' "$work/dpkg" || fail "purge does not report that the data was kept"
if command -v lintian >/dev/null; then
    lintian --fail-on error --suppress-tags no-changelog,unstripped-binary-or-object "$deb" || fail "lintian reports errors"
fi
echo "package: passed"
