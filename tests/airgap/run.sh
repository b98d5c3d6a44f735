#!/usr/bin/env bash
# Runs the chapter "A network without internet" of docs/operations.md word for word, on a machine whose only network is
# its loopback interface:
#   run.sh BINARY
# The commands are extracted from the chapter and run in a separate network and mount namespace, so that their changes
# to the system are discarded. Then a browser that trusts the authority takes a test. Nothing may contact another host.
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
skip() {
    echo "airgap: skipped, because $*"
    exit 0
}

if [ "${1:-}" != --inside ]; then
    bin=$(realpath "$1")
    browser=$(command -v "${INVIGIL_CHROMIUM:-chromium}" || true)
    for tool in unshare ip curl node; do command -v "$tool" >/dev/null || skip "$tool is missing"; done
    [ -n "$browser" ] || skip "there is no Chromium"
    unshare --net --mount --pid --fork --mount-proc true 2>/dev/null || skip "namespaces require more privileges"
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    # Not with exec: the trap would be lost.
    unshare --net --mount --pid --fork --kill-child --mount-proc "$0" --inside "$bin" "$work" "$browser"
    exit
fi

bin=$2 work=$3 browser=$4
ip link set lo up
mount -t tmpfs tmpfs "$work"
for folder in /etc /usr/local/bin /srv; do
    name=$(echo "$folder" | tr / _)
    mkdir -p "$work/$name/upper" "$work/$name/work"
    mount -t overlay overlay -o "lowerdir=$folder,upperdir=$work/$name/upper,workdir=$work/$name/work" "$folder" ||
        skip "no overlay file system can be mounted on $folder"
done
# Site-specific parts that the chapter assumes: the name, the copied folder and a password.
echo '127.0.0.1 tests.lan' >>/etc/hosts
mkdir "$work/dist"
cp "$bin" "$work/dist/invigil"
(cd "$work/dist" && sha256sum invigil >SHA256SUMS)
echo 'correct horse' >"$work/dist/password.txt"

# Writes each code block of the chapter to a file; blocks after 'invigil serve' run in "another terminal".
awk -v out="$work/block" '
    /^#/ { chapter = ($0 == "## A network without internet") }
    chapter && /^```/ { if (inside) { inside = 0; close(file) } else { inside = 1; n++; file = out n ".sh" } ; next }
    chapter && inside { print > file }
' "$root/docs/operations.md"
blocks=("$work"/block*.sh)
[ "${#blocks[@]}" = 5 ] || { echo "airgap: the chapter has ${#blocks[@]} code blocks, not 5" >&2; exit 1; }

cd "$work/dist"
serving=
cleanup() { [ -z "$serving" ] || kill "$serving" 2>/dev/null || true; }
trap cleanup EXIT
first='' second=''
for n in 1 2 3 4 5; do
    block="$work/block$n.sh"
    if grep -q '^invigil serve' "$block"; then
        # The server keeps running in its terminal.
        bash -euc "$first $(cat "$block")" >"$work/serve.out" 2>"$work/serve.log" &
        serving=$!
        for _ in $(seq 400); do
            grep -qs "is ready on" "$work/serve.out" && break
            kill -0 "$serving" 2>/dev/null || break
            sleep 0.05
        done
        grep -q 'is ready on' "$work/serve.out" || { cat "$work/serve.log" >&2; exit 1; }
    elif [ -z "$serving" ]; then
        # Exported variables persist in the terminal.
        bash -euc "$first $(cat "$block")" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
        first+=$(grep '^export ' "$block" || true)$'\n'
    else
        bash -euc "$second $(cat "$block")" >"$work/log" 2>&1 || { cat "$work/log" "$work/serve.log" >&2; exit 1; }
        second+=$(grep '^export ' "$block" || true)$'\n'
    fi
done

# Number of failed route lookups of all processes so far, over IPv4 and over IPv6.
lost4() {
    awk '/^Ip:/ { if (!at) { for (i = 1; i <= NF; i++) if ($i == "OutNoRoutes") at = i } else print $at }' /proc/net/snmp
}
lost6() {
    awk '/^Ip6OutNoRoutes/ { print $2 }' /proc/net/snmp6
}
[ "$(lost4) $(lost6)" = '0 0' ] || { echo "airgap: the commands or the server tried to reach another host" >&2; exit 1; }

if command -v strace >/dev/null; then
    # Separates the server's calls from the browser's.
    strace -f -qq -e trace=connect,sendto,sendmsg,sendmmsg -p "$(pgrep -x invigil)" -o "$work/calls" &
    for _ in $(seq 100); do [ -e "$work/calls" ] && break; sleep 0.05; done
fi
node "$root/tests/airgap/browser.mjs" "$browser" "$work"
if [ -e "$work/calls" ]; then
    if grep -E 'sin6?_addr|inet_pton' "$work/calls" | grep -vE '127\.0\.0\.1|"::1"|"::ffff:127'; then
        echo "airgap: the server tried to reach another host" >&2
        exit 1
    fi
fi
# Chromium itself looks up routes by connecting UDP sockets, which sends nothing: for IPv6 at its start, for IPv4 when
# it gathers ICE candidates. A request of a page would be retried many times.
[ "$(lost4)" -lt 5 ] || { echo "airgap: the browser tried to reach another host" >&2; exit 1; }
[ "$(lost6)" -lt 20 ] || { echo "airgap: the browser tried to reach another host over IPv6" >&2; exit 1; }
echo "airgap: passed"
