#!/usr/bin/env bash
# The compiler of our own crates in `make test` (Cargo's RUSTC_WORKSPACE_WRAPPER): compiles and lints them in one go, so
# that dependencies are not checked for clippy first and compiled for the tests afterwards. A warning is an error.
# Arguments: the compiler that Cargo would run, and its arguments.
set -euo pipefail
case " $* " in
# Linted with its unit tests, which contain all of it; as a library it is what the product is made of.
*" --crate-name invigil "*" --crate-type lib "* | *" --crate-name invigil_core "*" --crate-type lib "*) exec "$@" -D warnings ;;
*) exec clippy-driver "$@" -D warnings ;;
esac
