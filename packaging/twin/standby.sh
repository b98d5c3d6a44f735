#!/bin/bash
# db2: copies db1 once, and then follows it. From then on db1's commits wait for it.
set -euo pipefail
data=/var/lib/postgresql/data
PGPASSWORD=$(cat /run/secrets/log-password)
export PGPASSWORD
if [ ! -s "$data/PG_VERSION" ]; then
    until pg_basebackup -h db1 -U invigil -D "$data" -R -X stream -c fast; do
        find "$data" -mindepth 1 -delete
        sleep 1
    done
    # A copy of a later db1 would wait for a standby of its own, once it is promoted: its commits would never end.
    sed -i '/^synchronous_standby_names/d' "$data/postgresql.auto.conf"
    chmod 700 "$data"
fi
(
    until psql -h db1 -U invigil -Atqc "SELECT count(*) > 0 FROM pg_stat_replication" | grep -q t; do sleep 1; done
    psql -h db1 -U invigil -qc "ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (*)'" -c "SELECT pg_reload_conf()"
) &
exec postgres -D "$data"
