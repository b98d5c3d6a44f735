#!/usr/bin/env bash
# Tests the reverse proxy examples of packaging/ with real proxies in front of the real binary: run.sh BINARY
# A proxy that is not installed is downloaded as a Debian package and only unpacked; if that fails it is skipped.
set -euo pipefail

bin=$(realpath "$1")
root=$(cd "$(dirname "$0")/../.." && pwd)
cache=$(dirname "$bin")/../proxies
host=tests.example.org
work=$(mktemp -d)
pids=()
# shellcheck disable=SC2317
cleanup() {
    for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
    wait 2>/dev/null || true
    rm -rf "$work"
}
trap cleanup EXIT

fail() {
    echo "proxies: $proxy: $*" >&2
    tail -n 20 "$work"/*.log >&2
    exit 1
}

# Retries until the command succeeds, for at most 20 s.
await() {
    for _ in $(seq 400); do
        "$@" >/dev/null 2>&1 && return
        sleep 0.05
    done
    fail "timed out: $*"
}

# Below the ports that the kernel gives to connections: one of those may be taken before the proxy listens.
free_port() {
    local port
    while port=$((20000 + RANDOM % 12000)); do
        (: <>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || break
    done
    echo "$port"
}

# Prints the path of the proxy's program: installed, unpacked earlier, or downloaded now.
program() {
    local name=$1 deb
    command -v "$name" && return
    for place in "$cache/usr/sbin/$name" "$cache/usr/bin/$name"; do
        [ -x "$place" ] && echo "$place" && return
    done
    command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || return 1
    mkdir -p "$cache"
    (cd "$cache" && apt-get download -qq "$name" >/dev/null 2>&1) || return 1
    for deb in "$cache/$name"_*.deb; do dpkg-deb -x "$deb" "$cache"; done
    for place in "$cache/usr/sbin/$name" "$cache/usr/bin/$name"; do
        [ -x "$place" ] && "$place" -h >/dev/null 2>&1 && echo "$place" && return
    done
    return 1
}

start_nginx() {
    sed -e "s/ 80;/ $http;/; s/:80;/:$http;/; s/ 443 / $https /; s/:443 /:$https /" -e "s/127.0.0.1:8080/$upstream/" \
        -e "s#/etc/ssl/certs/.*.pem#$work/data/tls/server.pem#; s#/etc/ssl/private/.*.key#$work/data/tls/server.key#" \
        "$root/packaging/nginx.conf" >"$work/site.conf"
    cat >"$work/nginx.conf" <<EOF
daemon off; master_process off; pid $work/nginx.pid; error_log $work/proxy.log;
events {}
http {
    access_log off;
    client_body_temp_path $work/t1; proxy_temp_path $work/t2; fastcgi_temp_path $work/t3; uwsgi_temp_path $work/t4;
    scgi_temp_path $work/t5;
    include $work/site.conf;
}
EOF
    "$1" -e "$work/proxy.log" -c "$work/nginx.conf" 2>"$work/start.log" &
    pids+=($!)
}

start_caddy() {
    { printf '{\n\thttp_port %s\n\thttps_port %s\n\tadmin off\n\tskip_install_trust\n}\n' "$http" "$https"
      sed -e "s/127.0.0.1:8080/$upstream/" -e "s#/etc/ssl/certs/.*.pem /.*.key#$work/data/tls/server.pem $work/data/tls/server.key#" \
        "$root/packaging/Caddyfile"; } >"$work/Caddyfile"
    HOME=$work XDG_DATA_HOME=$work XDG_CONFIG_HOME=$work "$1" run --adapter caddyfile --config "$work/Caddyfile" 2>"$work/proxy.log" &
    pids+=($!)
}

# What most people write first: one line, and what the proxy does by itself.
start_bare_nginx() {
    cat >"$work/nginx.conf" <<EOF
daemon off; master_process off; pid $work/nginx.pid; error_log $work/proxy.log;
events {}
http {
    access_log off; gzip on; gzip_types *;
    client_body_temp_path $work/t1; proxy_temp_path $work/t2; fastcgi_temp_path $work/t3; uwsgi_temp_path $work/t4;
    scgi_temp_path $work/t5;
    server { listen 127.0.0.1:$http; location / { proxy_pass http://$upstream; } }
}
EOF
    "$1" -e "$work/proxy.log" -c "$work/nginx.conf" 2>"$work/start.log" &
    pids+=($!)
}

# Compresses everything.
start_bare_apache2() {
    local modules=/usr/lib/apache2/modules
    cat >"$work/apache.conf" <<EOF
ServerName 127.0.0.1
Listen 127.0.0.1:$http
PidFile $work/apache.pid
ErrorLog $work/proxy.log
DefaultRuntimeDir $work
LoadModule mpm_event_module $modules/mod_mpm_event.so
LoadModule authz_core_module $modules/mod_authz_core.so
LoadModule filter_module $modules/mod_filter.so
LoadModule deflate_module $modules/mod_deflate.so
LoadModule proxy_module $modules/mod_proxy.so
LoadModule proxy_http_module $modules/mod_proxy_http.so
SetOutputFilter DEFLATE
ProxyPass / http://$upstream/
EOF
    "$1" -X -f "$work/apache.conf" 2>"$work/start.log" &
    pids+=($!)
}

# Events arrive at once without a setting, and what the proxy's headers lack is said.
check_bare() {
    url="http://127.0.0.1:$http"
    await curl -sSf "$url/healthz"
    local json='Content-Type: application/json' stream
    token=$(curl -sS -d '{"email": "ada@example.org", "password": "correct horse"}' -H "$json" -H "Origin: https://$host" \
        "$url/api/auth/login" | sed -n 's/.*"access_token": *"\([^"]*\)".*/\1/p')
    [ -n "$token" ] || fail "sign-in fails"
    curl -sS -N --compressed --max-time 60 -H "Authorization: Bearer $token" "$url/api/events" >"$work/events" 2>/dev/null &
    stream=$!
    await grep -qs ': open' "$work/events"
    curl -sS -o /dev/null -H "Authorization: Bearer $token" -H "$json" "$url/api/invites" \
        -d "{\"test_id\": \"$test_id\", \"applicant_name\": \"Cara\", \"applicant_email\": \"cara@example.org\", \"no_schedule\": true}"
    # In less than the heartbeat's 25 s, which would push out what is held back.
    await grep -qs 'event: invite.changed' "$work/events"
    kill "$stream"
    grep -q -e '--trusted-proxy 127.0.0.1' "$work/invigil.log" || fail "the log does not name the proxy"
    ("$bin" doctor --data "$work/data" || true) >"$work/doctor.log"
    grep -q 'reverse proxy at 127.0.0.1' "$work/doctor.log" || fail "the doctor does not name the proxy"
    kill "${pids[@]}"
    wait "${pids[@]}" 2>/dev/null || true
    pids=()
    echo "proxies: $proxy with one line: passed"
}

ask() {
    curl -sS --max-time 30 --cacert "$work/data/tls/ca.pem" --resolve "$host:$https:127.0.0.1" "$@"
}

status() {
    ask -o /dev/null -w '%{http_code}' "$@"
}

sign_in() {
    local password=$1
    shift
    status "$url/api/auth/login" -H 'Content-Type: application/json' "$@" \
        -d "{\"email\": \"ada@example.org\", \"password\": \"$password\"}"
}

expect() {
    [ "$1" = "$2" ] || fail "$3: '$1', not '$2'"
}

serve() {
    rm -f "$work/out"
    "$bin" serve --data "$work/data" --listen 127.0.0.1:0 --public-url "https://$host" "$@" >"$work/out" 2>>"$work/invigil.log" &
    pids+=($!)
    await grep -qs 'is ready on' "$work/out"
}

check() {
    url="https://$host:$https"
    await ask -f "$url/healthz"
    ask -D "$work/head" -o "$work/page" "$url/login"
    grep -qi '^strict-transport-security: max-age' "$work/head" || fail "no HSTS header over https"
    expect "$(curl -s --resolve "$host:$http:127.0.0.1" -o /dev/null -w '%{http_code} %{redirect_url}' "http://$host:$http/a?b=c")" \
        "308 https://$host/a?b=c" "plain http is redirected"
    expect "$(status "$url/metrics")" 403 "metrics are not public"

    # The proxy forwards 9 MiB (the server refuses them for this call, perhaps before it has read them all); nginx
    # refuses 11 MiB itself. Caddy forwards the first 10 MiB before it knows the size.
    head -c 9437184 /dev/zero | tr '\0' ' ' >"$work/body"
    local big=(-H 'Content-Type: application/json' -H 'Expect:' --data-binary "@$work/body" "$url/api/auth/login")
    local code
    code=$(ask -o "$work/reply" -w '%{http_code}' "${big[@]}" 2>/dev/null || true)
    if [ "$code" = 413 ]; then grep -q request_id "$work/reply" || fail "9 MiB are not forwarded"; fi
    head -c 2097152 /dev/zero | tr '\0' ' ' >>"$work/body"
    if [ "$proxy" = nginx ]; then
        code=$(ask -o "$work/reply" -w '%{http_code}' "${big[@]}" 2>/dev/null || true)
        expect "$code $(grep -c request_id "$work/reply")" '413 0' "11 MiB are too much"
    fi

    # An event stream is not buffered: it opens at once and delivers events.
    token=$(ask -d '{"email": "ada@example.org", "password": "correct horse"}' -H 'Content-Type: application/json' \
        "$url/api/auth/login" | sed -n 's/.*"access_token": *"\([^"]*\)".*/\1/p')
    [ -n "$token" ] || fail "sign-in fails"
    ask -N --max-time 60 -H "Authorization: Bearer $token" "$url/api/events" >"$work/events" 2>/dev/null &
    local stream=$!
    await grep -qs ': open' "$work/events"
    ask -o /dev/null -X POST -H "Authorization: Bearer $token" -H 'Content-Type: application/json' "$url/api/invites" \
        -d "{\"test_id\": \"$test_id\", \"applicant_name\": \"Cara\", \"applicant_email\": \"cara@example.org\", \"no_schedule\": true}"
    await grep -qs 'event: invite.changed' "$work/events"
    kill "$stream"

    # The proxy passes the real client address on, whatever the client claims.
    for n in 1 2 3 4 5; do
        expect "$(sign_in wrong -H "X-Forwarded-For: 192.0.2.$n" -H "Forwarded: for=192.0.2.$n")" 401 "a wrong password"
    done
    expect "$(sign_in 'correct horse' -H 'X-Forwarded-For: 192.0.2.9')" 429 "a forged address"
    kill "${pids[@]}"
    wait "${pids[@]}" 2>/dev/null || true
    pids=()
    echo "proxies: $proxy: passed"
}

proxy=setup
command -v curl >/dev/null && command -v node >/dev/null || { echo "proxies: skipped, because curl or node is missing"; exit 0; }
printf 'correct horse\n' | "$bin" admin create --data "$work/data" --email ada@example.org --name Ada --password-stdin >/dev/null
# Creates the proxies' certificate with the local authority.
serve --tls-self-signed
kill "${pids[@]}"
wait "${pids[@]}" || true
pids=()
printf '{"title": "T", "questions": [{"type": "essay", "question": "Why?"}]}' >"$work/t.json"
"$bin" test import --data "$work/data" "$work/t.json" >/dev/null
test_id=$("$bin" test list --data "$work/data" --json | sed -n 's/.*"id": *"\([^"]*\)".*/\1/p' | head -n 1)

for proxy in nginx caddy; do
    if ! found=$(program "$proxy"); then
        echo "proxies: $proxy: skipped, because it is not installed and apt-get cannot download it"
        continue
    fi
    serve --trusted-proxy 127.0.0.1
    upstream=$(sed -n 's#.*http://##p' "$work/out")
    http=$(free_port) https=$(free_port)
    "start_$proxy" "$found"
    check
done

for proxy in nginx apache2; do
    if ! found=$(program "$proxy") || { [ "$proxy" = apache2 ] && [ ! -e /usr/lib/apache2/modules/mod_proxy_http.so ]; }; then
        echo "proxies: $proxy with one line: skipped, because it is not installed"
        continue
    fi
    rm -f "$work/invigil.log"
    serve
    upstream=$(sed -n 's#.*http://##p' "$work/out")
    http=$(free_port)
    "start_bare_$proxy" "$found"
    check_bare
done
