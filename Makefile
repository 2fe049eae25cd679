# assay: see README.md for the two commands a new user needs (make demo,
# make install). Every target sets up what it needs first.

GO      ?= go
# The Z3 backend (a second solver, the oracle of the tests) needs cgo and
# libz3; `make TAGS= …` builds without both.
TAGS    ?= z3
VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null)
LDFLAGS  = -X github.com/assay-dev/assay/internal/version.stamped=$(VERSION)
PREFIX  ?= $(HOME)/.local
GOFLAGS_BUILD = -tags '$(TAGS)' -ldflags '$(LDFLAGS)' -trimpath
# Long runs (make fuzz) take this long per fuzz target.
FUZZTIME ?= 5m
# The random queries on which our solver, Z3 and enumeration must agree. The
# count is kept in bin, so that a run that was ended goes on.
FUZZQUERIES ?= 1000000
# CaDiCaL (libcadical-dev) and MiniSat (minisat) are compared with our SAT core
# if they are there.
BENCH_TAGS = $(TAGS) $(if $(wildcard /usr/include/ccadical.h),bench_cadical) \
	$(if $(wildcard /usr/include/minisat/core/Solver.h),bench_minisat)

.PHONY: all help setup setup-tests build demo test check bench fuzz install clean

all: build

help:
	@echo 'make demo     triage real alarms of real programs and print the table'
	@echo 'make test     every test'
	@echo 'make check    what CI runs: formatting, vet, tests, static build'
	@echo 'make bench    print the numbers that bench/ measures'
	@echo 'make fuzz     FUZZQUERIES against Z3, then the oracle and long fuzz runs, FUZZTIME each ($(FUZZTIME))'
	@echo 'make install  build and copy bin/assay to $(PREFIX)/bin'
	@echo 'make setup    install clang 14, LLVM 14 and libz3 if they are missing;'
	@echo '              make setup-tests: also what tests use (lcov, mandoc, Chromium)'

setup:
	@.ci/setup

setup-tests:
	@.ci/setup tests

build: setup
	$(GO) build $(GOFLAGS_BUILD) -o bin/assay ./cmd/assay

demo: build
	@testdata/demo/run bin/assay

test: setup-tests
	$(GO) test -timeout 60m -tags '$(TAGS)' ./...

# The order is by cost: the cheap checks fail first. Formatting, layering and
# sizes are tests of internal/tidy.
check: setup-tests
	$(GO) test ./internal/tidy
	$(GO) vet ./...
	$(GO) vet -tags z3 ./...
	$(GO) test -timeout 60m -tags z3 ./...
	CGO_ENABLED=0 $(GO) build -o bin/assay-static ./cmd/assay
	bin/assay-static version

bench: build
	@set -e; for d in bench/*/; do \
		if ls "$$d"*.go >/dev/null 2>&1; then \
			echo "== $$d"; $(GO) run -tags '$(BENCH_TAGS)' "./$$d"; fi; done

# Every native fuzz target of the module, one after the other.
fuzz: setup
	@mkdir -p bin
	ASSAY_FUZZ_QUERIES=$(FUZZQUERIES) ASSAY_FUZZ_STATE=$(CURDIR)/bin/fuzz-solver.state \
		$(GO) test -tags z3 -run '^TestDifferentialLong$$' -v -timeout 0 ./engine/solver
	$(GO) run -tags '$(TAGS)' ./bench/oracle -n 1000000 -for $(FUZZTIME) -state bin/fuzz-oracle.state -keep testdata/regressions
	@set -e; for p in $$($(GO) list ./...); do \
		for f in $$($(GO) test -tags '$(TAGS)' -list '^Fuzz' $$p | grep '^Fuzz' || true); do \
			echo "== $$p $$f"; \
			$(GO) test -tags '$(TAGS)' -run '^$$' -fuzz "^$$f\$$" -fuzztime $(FUZZTIME) $$p; \
		done; done

install: build
	install -D -m 0755 bin/assay $(DESTDIR)$(PREFIX)/bin/assay
	@echo 'installed $(DESTDIR)$(PREFIX)/bin/assay'

clean:
	rm -rf bin
