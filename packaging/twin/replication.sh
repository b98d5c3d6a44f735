#!/bin/bash
# Runs once, when db1 begins: db2 may copy it.
set -euo pipefail
echo "host replication invigil all scram-sha-256" >> "$PGDATA/pg_hba.conf"
