#!/usr/bin/env bash
# A chain of long proofs that runs unattended: prove.sh FOLDER STEP COMMAND... runs one step, whatever the steps before found,
# with its output in FOLDER/STEP.log. prove.sh FOLDER begin empties the folder; prove.sh FOLDER end prints the table of all
# steps, which FOLDER/table.md keeps, and fails if one of them failed.
set -uo pipefail

folder=$1 step=$2
shift 2
table=$folder/table.md

case $step in
begin)
    rm -rf "$folder"
    mkdir -p "$folder"
    printf '%s, %s processors\n\n| step | outcome | s | last line |\n|---|---|---:|---|\n' \
        "$(git rev-parse --short HEAD 2>/dev/null)" "$(nproc)" >"$table"
    ;;
end)
    cat "$table"
    ! grep -q '| FAILED' "$table"
    ;;
*)
    log=$folder/$step.log
    echo "== $step: output in $log"
    start=$SECONDS
    if env "$@" >"$log" 2>&1; then outcome=passed; else outcome=FAILED; fi
    # What this machine cannot show is no proof.
    skipped=$(grep -acE '(^|\.\.\. )skipped: ' "$log")
    [ "$skipped" = 0 ] || outcome="$outcome, $skipped skipped"
    last=$(grep -aE '^test result|[0-9]+ (passed|failed)|^[0-9]+ (kills|power cuts)' "$log" | tail -n 1 || true)
    [ -n "$last" ] || last=$(tail -n 1 "$log")
    last=${last//|/\\|}
    printf '| %s | %s | %s | %s |\n' "$step" "$outcome" $((SECONDS - start)) "${last:0:120}" | tee -a "$table"
    ;;
esac
