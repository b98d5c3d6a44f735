#!/usr/bin/env bash
# The compiler of our own crates in `make test` (Cargo's RUSTC_WORKSPACE_WRAPPER): compiles and lints them in one go, so
# that dependencies are not checked for clippy first and compiled for the tests afterwards. A warning is an error.
# Arguments: the compiler that Cargo would run, and its arguments.
set -euo pipefail
exec clippy-driver "$@" -D warnings
