# Developer tasks. Requires Rust, Node 20 and npm; other tools are installed, or named in one line if missing.

CARGO ?= cargo
NPM ?= npm
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

# Where the version that rust-toolchain.toml names is missing and cannot be fetched, the installed one has to do.
ifneq ($(shell $(CARGO) --version >/dev/null 2>&1 && echo yes),yes)
export RUSTUP_TOOLCHAIN := stable
endif
# Cargo knows it, from CARGO_TARGET_DIR or from a configuration file of the machine.
TARGET := $(or $(shell $(CARGO) metadata --no-deps --format-version 1 2>/dev/null | sed -n 's/.*"target_directory":"\([^"]*\)".*/\1/p'),target)
BIN := $(TARGET)/debug/invigil
DIST := $(TARGET)/dist
# Local paths are remapped, so that the binary is reproducible on another machine.
REMAP := $(CURDIR)=/invigil $(or $(CARGO_HOME),$(HOME)/.cargo)=/cargo
RELEASE_ENV := RUSTFLAGS="$(addprefix --remap-path-prefix=,$(REMAP))" CFLAGS="$(addprefix -ffile-prefix-map=,$(REMAP))"
UI_SOURCES := $(shell find ui/src ui/scripts assets -type f 2>/dev/null) ui/index.html ui/vite.config.ts ui/package-lock.json
NEXTEST := $(shell $(CARGO) nextest --version >/dev/null 2>&1 && echo yes)

.PHONY: corpus help run dev check check-rust check-page test lint screenshots bench bench-twin prove prove-twin prove-vm release deb package-test build ui tools rust-test ui-test e2e-test e2e-tools pages-test video-test system-test advisories types clean style compile test-tools

help:
	@echo "make run      build everything and serve a seeded demo on http://127.0.0.1:8080"
	@echo "make dev      the same, server and page reloading on every change"
	@echo "make check    what to run before each commit: formatting, clippy, structure, the page's types and unit tests"
	@echo "make build    the binary with the embedded page: target/debug/invigil"
	@echo "make types    the API description from the code, and the page's types from it"
	@echo "make test     everything that a change must pass: lint, Rust tests, UI unit tests, browser and system tests"
	@echo "make lint     formatting, clippy, types, import boundaries, licences"
	@echo "make ui-test  all tests of the page"
	@echo "make rust-test  all Rust tests"
	@echo "make e2e-test browser tests of the real binary: pages-test and video-test"
	@echo "make system-test  reverse proxies, a network without internet, the API description"
	@echo "make corpus DIR=... imports all files of a folder, takes them, and compares marks and words with the files"
	@echo "make advisories  known vulnerabilities of dependencies (needs internet)"
	@echo "make screenshots  make the pictures of the documentation again: docs/pictures/"
	@echo "make bench    benchmark the store and the service"
	@echo "make bench-twin  saves of the leader of a twin, beside those of a server that is alone"
	@echo "make prove    fault injection: thousands of kills, power cuts and disk errors (slow)"
	@echo "make prove-twin  kills, freezes and failovers of two servers over PostgreSQL (slow)"
	@echo "make prove-vm the code runner's tests in a virtual machine: Debian's kernel, a delegated cgroup (slow)"
	@echo "make release  stripped binary with the embedded UI, SBOM and checksums: target/dist/"
	@echo "make deb      the same as a Debian package"
	@echo "make package-test  install, upgrade and remove the Debian package (root)"
	@echo "make clean    remove everything that was built"

tools:
	@command -v $(firstword $(CARGO)) >/dev/null || { echo "missing: Rust (cargo). Install it with rustup."; exit 1; }
	@command -v node >/dev/null || { echo "missing: Node.js 20.19 or later."; exit 1; }
	@command -v $(NPM) >/dev/null || { echo "missing: npm."; exit 1; }
	@command -v cc >/dev/null || { echo "missing: a C compiler (Debian: apt-get install gcc)."; exit 1; }

ui/node_modules/.package-lock.json: ui/package-lock.json
	@$(MAKE) --no-print-directory tools
	cd ui && $(NPM) ci --no-audit --no-fund
	@touch $@

# Cargo does not notice the first build of the page, which the binary embeds.
ui/dist/index.html: ui/node_modules/.package-lock.json $(UI_SOURCES)
	cd ui && $(NPM) run build
	@touch src/main.rs

ui: ui/dist/index.html

# The page is built with the time that the library leaves idle: its compilation ends with a minute or two on one core.
build: tools
	@test -d $(TARGET)/debug/deps || echo "The first build takes three to six minutes on two cores; later ones compile what has changed."
	@nice -n 19 $(MAKE) --no-print-directory ui & page=$$!; $(CARGO) build --lib || { kill $$page; exit 1; }; wait $$page
	$(CARGO) build

run: build
	$(BIN) serve --demo

dev: tools ui
	node ui/scripts/dev.mjs

# Two to three minutes where the last change is all that has to be compiled: the page is checked with the time that the
# compilation of single crates leaves idle. Its component tests are part of `make ui-test` and `make test`.
check: tools ui/node_modules/.package-lock.json
	$(CARGO) fmt --check
	@$(MAKE) --no-print-directory --output-sync=target -j2 check-rust check-page

check-rust:
	$(CARGO) clippy --all-targets -- -D warnings
	$(CARGO) test --quiet --test structure

check-page: ui/node_modules/.package-lock.json
	cd ui && nice -n 19 $(NPM) run lint
	cd ui && nice -n 19 $(NPM) test -- --project unit

lint: style
	$(CARGO) clippy --all-targets -- -D warnings

# What needs nothing compiled.
style: tools ui/node_modules/.package-lock.json
	@echo "== style: formatting, types, licences (a minute)"
	$(CARGO) fmt --check
	cd ui && $(NPM) run lint
	@if $(CARGO) deny --version >/dev/null 2>&1; then $(CARGO) deny --offline check licenses bans sources; \
	else echo "cargo-deny is not installed: licences, bans and sources were not checked."; fi

# Downloads the advisory database: needs internet access.
advisories:
	$(CARGO) deny check advisories
	cd ui && $(NPM) audit --omit=dev

# Of the long tests a fifth, chosen by a seed, or `all` of them.
SHARE ?= all
SHARED = @node tests/share.mjs run $(SHARE)

rust-test: tools ui
	@echo "== rust-test: 2,500 tests (six to nine minutes); of the long ones: $(SHARE)"
	tests/integration/faults/tools.sh
	tests/integration/directory/tools.sh
	tests/integration/mail_servers/tools.sh
	tests/runner/tools.sh
ifeq ($(NEXTEST),yes)
# Tests wait for limits and disks, and those of the runner, one after the other, for programs: two more than there are
# processors keep these busy.
	$(CARGO) nextest run --test-threads $$(( $$(nproc) + 2 )) -E "$$(node tests/share.mjs nextest $(SHARE))"
	$(CARGO) test --doc
else
	$(CARGO) test -- $$(node tests/share.mjs cargo $(SHARE))
endif

# A compiler runs beside these tests: one that had to be repeated is named in the report, and does not end the run.
ui-test: ui/node_modules/.package-lock.json
	@echo "== ui-test: 2,700 tests of the page (two minutes on two idle cores); files of components: $(SHARE)"
	cd ui && INVIGIL_SHARE=$(SHARE) $(NPM) test -- --retry 1

tests/e2e/node_modules/.package-lock.json: tests/e2e/package-lock.json
	cd tests/e2e && $(NPM) ci --no-audit --no-fund
	@touch $@

e2e-test: pages-test video-test

e2e-tools: build tests/e2e/node_modules/.package-lock.json
	tests/e2e/browser.sh
	cd tests/e2e && $(NPM) run lint

# At a lower priority than the tests of video and of the system, which `make test` runs beside it.
pages-test: e2e-tools
	@echo "== pages-test: 140 tests of the real binary in Chromium (ten minutes, a share of them half); files: $(SHARE)"
	cd tests/e2e && INVIGIL_SHARE=$(SHARE) INVIGIL_BIN=$(abspath $(BIN)) nice -n 5 npx playwright test --project pages

video-test: e2e-tools
	@echo "== video-test: live video between two browsers (four minutes, most of them breaks of the network); files: $(SHARE)"
	cd tests/e2e && INVIGIL_SHARE=$(SHARE) INVIGIL_BIN=$(abspath $(BIN)) npx playwright test --project video --workers 1 --pass-with-no-tests

# Takes the pictures of the documentation from the demo, at a fixed time.
screenshots: build tests/e2e/node_modules/.package-lock.json
	tests/e2e/browser.sh
	cd tests/e2e && INVIGIL_BIN=$(abspath $(BIN)) npx playwright test --project screenshots --workers 1

# Tests the reverse proxy examples, the chapter of docs/operations.md on networks without internet, the OpenAPI description
# with every role, a learning platform of a library, calendar programs, two servers, and files of other programs. Skips what
# cannot run here.
system-test: build tests/e2e/node_modules/.package-lock.json
	@echo "== system-test: proxies, a network without internet, the API description as every role, a learning platform, calendar programs, two servers (four minutes; of a share, one); of these: $(SHARE)"
	$(SHARED) proxies tests/proxies/run.sh $(BIN)
	$(SHARED) airgap tests/airgap/run.sh $(BIN)
	$(SHARED) schemathesis tests/with_packages.sh schemathesis $(BIN) 2
	$(SHARED) lti tests/with_packages.sh lti $(BIN)
	$(SHARED) calendars tests/with_packages.sh calendars $(BIN)
	@python3 tests/twin/run.py $(BIN) --share $(SHARE)
	$(SHARED) corpus python3 tests/corpus/run.py $(BIN) tests/corpus/sample --sample

# Files of other programs, of which none is kept here: QTI items and packages below a folder.
corpus: build
	python3 tests/corpus/run.py $(BIN) $(DIR) --json $(TARGET)/corpus.json

# Lints our crates and compiles them in one go. Clippy by itself would check each dependency first, in vain for the tests.
compile: tools
	@echo "== compile: everything in Rust, with clippy (six minutes cold, beside the tests of the page)"
	$(CARGO) build $(if $(filter all,$(SHARE)),--all-targets,--lib --bins --tests)

# What the suites need beside Rust and the page; installed while Rust compiles.
test-tools: tests/e2e/node_modules/.package-lock.json
	tests/integration/faults/tools.sh
	tests/integration/directory/tools.sh
	tests/integration/mail_servers/tools.sh
	tests/runner/tools.sh
	tests/e2e/browser.sh

# The page is built and tested with what compilation leaves idle. Files for incremental compilation would add a quarter to
# the time of our crates, line numbers in backtraces an eighth. Video waits more than it computes: the pages fill the rest.
test: export RUSTC_WORKSPACE_WRAPPER = $(CURDIR)/tests/clippy.sh
test: export CARGO_INCREMENTAL = 0
test: export CARGO_PROFILE_DEV_DEBUG = 0
test: SHARE = $(shell git rev-parse --short HEAD 2>/dev/null || date +%j)
test:
	@echo "== test: about 20 minutes on two idle cores, with nothing built; \`make test SHARE=$(SHARE)\` takes the same share of the long tests, SHARE=all all of them"
	@$(MAKE) --no-print-directory -j4 style compile ui ui-test test-tools SHARE=$(SHARE)
	@$(MAKE) --no-print-directory rust-test SHARE=$(SHARE)
	@$(MAKE) --no-print-directory -j2 pages-test video-test system-test SHARE=$(SHARE)

# Generates the OpenAPI snapshot from the code, and the UI's types from the snapshot.
types: ui/node_modules/.package-lock.json
	INSTA_UPDATE=always $(CARGO) test --test integration openapi
	cd ui && $(NPM) run types

bench:
	$(CARGO) bench

# Saves of the leader of a twin beside those of a server that is alone.
bench-twin: ui
	$(CARGO) build --release --bin invigil
	python3 tests/twin/figures.py $(TARGET)/release/invigil

# A second machine that takes over: long runs of the model, and of two servers over a PostgreSQL pair.
TWIN_ROUNDS ?= 30
prove-twin: build
	INVIGIL_TWIN_RUNS=100000 $(CARGO) test --lib twin:: -- --nocapture
	python3 tests/twin/run.py $(BIN) $(TWIN_ROUNDS) 64

# What this machine may not be able to show: the kernel of its Debian release, and memory.max of a delegated cgroup that
# fires. Emulated where the processor cannot be used for virtual machines: about half an hour then.
prove-vm: build
	$(CARGO) test --test runner --no-run
	tests/vm/run.sh "$$(ls -t $(TARGET)/debug/deps/runner-* | grep -v '\.d$$' | head -1)" $(BIN)

# Long runs of the fault injection and attack tests: some minutes each, two hours in all. Each step runs whatever the ones
# before it found; the table at the end names those that failed. Not in release mode, which omits the test hooks, but
# optimised, or a million power cuts take hours. On a machine that does nothing else: some steps compare times.
PROVE = @tests/prove.sh $(TARGET)/prove
prove: export CARGO_PROFILE_DEV_OPT_LEVEL = 2
prove: export CARGO_PROFILE_DEV_DEBUG = 0
prove: export CARGO_INCREMENTAL = 0
prove: build test-tools
	$(PROVE) begin
	$(PROVE) video INVIGIL_TEST_MEDIA_THREADS=3 $(CARGO) test --test integration api::video
	$(PROVE) outages INVIGIL_OUTAGES=50 $(CARGO) test --test integration outages::scripted
	$(PROVE) faults INVIGIL_KILLS=1000 INVIGIL_STATE_KILLS=20 INVIGIL_POWER_CUTS=1000000 INVIGIL_DISK_ERRORS=60 \
	$(CARGO) test --test integration faults:: -- --nocapture --test-threads 2 --skip greedy
	$(PROVE) outside INVIGIL_OUTSIDE=1 $(CARGO) test --test integration faults::outside -- --nocapture --test-threads 1
	$(PROVE) mail INVIGIL_POSTFIX=1 $(CARGO) test --test integration mail_servers -- --nocapture
	$(PROVE) greedy INVIGIL_GREEDY=10 $(CARGO) test --test integration faults::greedy -- --nocapture --test-threads 1
	$(PROVE) stalls INVIGIL_STALL_SECONDS=60 $(CARGO) test --test integration faults::hangs -- --nocapture
	$(PROVE) scoring INVIGIL_SCORING_CASES=100000 $(CARGO) test --lib domain::question -- --nocapture
	$(PROVE) imports INVIGIL_ROUND_TRIPS=3000 $(CARGO) test --lib service::import -- --nocapture
	$(PROVE) repairs INVIGIL_REPAIRS=1000 $(CARGO) test --test integration api::repairs -- --nocapture
	$(PROVE) history INVIGIL_EVIDENCE=10000 INVIGIL_EDIT_RUNS=10000 $(CARGO) test --test integration api::history -- --nocapture
	$(PROVE) bytes INVIGIL_MUTATIONS=100 $(CARGO) test --test integration attacks::bytes -- --nocapture
	$(PROVE) schemathesis tests/with_packages.sh schemathesis $(BIN) 20
	$(PROVE) runner INVIGIL_ATTACKS=full INVIGIL_RUNNER_KILLS=100 $(CARGO) test --test runner -- --nocapture --test-threads 1
	$(PROVE) middlebox -C tests/e2e INVIGIL_MIDDLEBOX=full INVIGIL_BIN=$(abspath $(BIN)) npx playwright test middlebox.spec.ts --project pages
	$(PROVE) cameras -C tests/e2e INVIGIL_FROZEN=1 INVIGIL_BIN=$(abspath $(BIN)) npx playwright test cameras.spec.ts --project pages
	$(PROVE) rooms -C tests/e2e INVIGIL_ROOMS=full INVIGIL_BIN=$(abspath $(BIN)) npx playwright test rooms.spec.ts --project pages
	$(PROVE) foreign -C tests/e2e INVIGIL_FOREIGN=1 INVIGIL_BIN=$(abspath $(BIN)) npx playwright test foreign.spec.ts --project pages
	$(PROVE) sign-in node benches/sign-in.mjs $(BIN)
	$(PROVE) end

# The binary, its SBOM (CycloneDX) and their checksums.
release: tools ui
	$(RELEASE_ENV) $(CARGO) build --release --locked
	mkdir -p $(DIST)
	install -m 755 $(TARGET)/release/invigil $(DIST)/invigil
	node packaging/sbom.mjs > $(DIST)/invigil.cdx.json
	cd $(DIST) && sha256sum invigil invigil.cdx.json > SHA256SUMS
	@ls -l $(DIST)

# A Debian package of the same binary.
deb: release
	@$(CARGO) deb --version >/dev/null 2>&1 || $(CARGO) install cargo-deb --version 3.8.0 --locked
	rm -rf $(TARGET)/release/man
	mkdir -p $(TARGET)/release/man $(TARGET)/release/completions
	$(DIST)/invigil man -o $(TARGET)/release/man
	gzip -9n $(TARGET)/release/man/*.1
	$(DIST)/invigil completions bash > $(TARGET)/release/completions/invigil.bash
	$(DIST)/invigil completions zsh > $(TARGET)/release/completions/_invigil
	$(DIST)/invigil completions fish > $(TARGET)/release/completions/invigil.fish
	rm -f $(DIST)/*.deb
	$(CARGO) deb --no-build --no-strip --locked --output $(DIST)/
	cd $(DIST) && sha256sum invigil invigil.cdx.json *.deb > SHA256SUMS

# Installs, upgrades and removes the Debian package in a copy of this machine; needs root.
package-test: deb
	tests/packaging/deb.sh $(DIST)

clean:
	$(CARGO) clean
	rm -rf ui/dist ui/node_modules tests/e2e/node_modules
