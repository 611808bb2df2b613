# Everything runs in .venv, which the first target makes. Needed: make and Python 3.11 or later.
#   make demo            the plugin on the shipped example: prints the gates table
#   make test            the suite, but for what takes long
#   make test-long lint types layers wheel docs bench fuzz mutants test-services format clean
PYTHON ?= python3
JOBS ?= 2
SERVICES ?= $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/onenlp-services
BIN = .venv/bin
INSTALL = $(BIN)/python -m pip install --quiet --quiet --disable-pip-version-check --no-input

.PHONY: demo test test-long lint format types layers wheel docs bench fuzz mutants test-services clean
.DELETE_ON_ERROR:

demo: .venv/.run
	cd fixtures/demo && ../../$(BIN)/pytest -p no:cacheprovider --onenlp-reference refs.json

test: .venv/.test .venv/.crosscheck
	@# One BLAS thread a process: the tests start many, and their threads would wait for each other.
	OPENBLAS_NUM_THREADS=1 $(BIN)/pytest -n $(JOBS) --dist worksteal -m "not services and not long"

# Simulations, fuzz, and pages whose every command is run: what takes long and rarely fails.
test-long: .venv/.test .venv/.crosscheck
	OPENBLAS_NUM_THREADS=1 $(BIN)/pytest -n $(JOBS) --dist worksteal -m "long and not services"

lint: .venv/.dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check

format: .venv/.dev
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

types: .venv/.dev
	$(BIN)/mypy

layers: .venv/.dev
	$(BIN)/lint-imports

wheel: .venv/.made
	sh .ci/wheel $(BIN)/python $(JOBS)

docs: .venv/.dev
	$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going docs docs/_build/html
	$(BIN)/pytest -p no:cacheprovider --doctest-modules --doctest-glob='*.md' --ignore=scoring/store/migrations scoring pytest_onenlp docs README.md

bench: .venv/.test .venv/.crosscheck
	$(BIN)/python tests/benchmarks/run.py $(ONLY)

# Mutated files of every kind that is read, then killed runs that record; SEED=7 for others than those of every run.
fuzz: .venv/.test
	OPENBLAS_NUM_THREADS=1 $(BIN)/python -m tests.fuzz.run --jobs $(JOBS) $(if $(SEED),--seed $(SEED))
	$(BIN)/python -m tests.fuzz.kills --jobs $(JOBS) $(if $(SEED),--seed $(SEED))

# The core broken in one place after the other, in copies: the tests must see 95 % of it; ONLY="rule. ud." for some.
mutants: .venv/.test
	$(BIN)/python -m tests.mutants --jobs $(JOBS) $(ONLY)

# What needs Debian packages or gigabytes: the report in a real browser, transducers beside HFST's own programs, a
# PostgreSQL server, real models. CI: must be had.
test-services: .venv/.services
	@if sh .ci/debian chromium chromium fonts-dejavu-core && sh .ci/debian hfst-optimized-lookup hfst \
	&& sh .ci/debian pg_ctlcluster postgresql; then :; \
	elif [ "$$CI" = true ]; then exit 1; \
	else echo "make: the tests that need what is missing skip" >&2; fi
	@sh .ci/neural $(PYTHON) "$(SERVICES)" || [ "$$CI" != true ]
	ONENLP_SERVICES="$(SERVICES)" $(BIN)/pytest -m services tests/services

clean:
	rm -rf .venv .oracle build dist docs/_build .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find scoring pytest_onenlp tests docs -name __pycache__ -type d -prune -exec rm -rf {} +

# A stamp for each set of packages: pip runs again only when pyproject.toml changes.
.venv/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "pytest-onenlp needs Python 3.11 or later; $(PYTHON) is $$($(PYTHON) --version 2>/dev/null || echo not there):" \
	  "name another, as in make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
	$(PYTHON) -m venv .venv
	@touch $@

.venv/.run: .venv/.made pyproject.toml
	$(INSTALL) -e .
	@touch $@

.venv/.test: .venv/.made pyproject.toml
	$(INSTALL) -e '.[test,snapshot]'
	@touch .venv/.run $@

.venv/.services: .venv/.test
	$(INSTALL) -e '.[services]'
	@touch $@

# The programs that our scores are checked against; where they cannot be had, their tests skip (CI: must be had).
.venv/.crosscheck: .venv/.test
	@echo "$(INSTALL) -e '.[crosscheck]'"
	@if $(INSTALL) -e '.[crosscheck]'; then touch $@; \
	elif [ "$$CI" = true ]; then exit 1; \
	else echo "make: the cross-check programs could not be installed; their tests skip" >&2; fi

.venv/.dev: .venv/.made pyproject.toml
	$(INSTALL) -e '.[dev]'
	@touch .venv/.run .venv/.test .venv/.crosscheck $@
