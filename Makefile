# Everything here sets up its own environment in .venv first; Python 3.11 or newer, pip and make are enough.
# What is installed is what constraints.txt says; `make constraints` renews that on purpose.

# Python compiles what it imports; to compile all 20,800 files while installing takes 47 s of one processor.
export PIP_COMPILE := 0
# Some containers forbid it: then each process compiles anew, 13 s of CPU to collect the tests alone.
unexport PYTHONDONTWRITEBYTECODE
PYTHON ?= python3
BIN := .venv/bin
SEED ?= 0
TRIED := env -u PYTHONPATH
TRIED_BY := --quiet --config-file tests/environments/pytest.ini --rootdir tests/environments
PIP := $(PYTHON) -m pip --python $(BIN)/python --quiet --disable-pip-version-check
# What extras and dependency groups of pyproject.toml require; to install cocoa itself again takes 5 s of CPU each time.
required = $$($(BIN)/python -c 'import sys, tomllib; file = tomllib.load(open("pyproject.toml", "rb")); \
  groups = file["project"]["optional-dependencies"] | file["dependency-groups"]; \
  print(*(line for name in sys.argv[1:] for line in groups[name]))' $(1))

.PHONY: help sample test test-all environments try-verifiers try-reasoning-gym lint mutants bench leak gallery constraints clean

help:            ## what can be made
	@grep -E '^[a-z-]+: .*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):[^#]*## /make \1\t/'

.venv/base: pyproject.toml constraints.txt
	@echo "setting up .venv, which takes a minute or two"
	$(PYTHON) -m venv --without-pip .venv
	$(PIP) install --constraint constraints.txt --editable .
	@touch $@

.venv/dev: .venv/base
	$(PIP) install --constraint constraints.txt $(call required,eval parquet report dev)
	@touch $@

.venv/learn: .venv/dev # torch: large, and not needed by `make test`, which leaves its tests out without it
	$(PIP) install --constraint constraints.txt $(call required,learn)
	@touch $@

sample: .venv/base ## set up, then show one question about flights
	@$(BIN)/cocoa sample --domain flights --seed $(SEED)

lint: .venv/dev  ## style and types only
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

test: lint       ## set up, then lint, types and every law with fixed examples
	$(BIN)/pytest --numprocesses 2 --dist worksteal -m "not deep"

test-all: lint   ## what CI runs: random examples too, everything in depth, and the mutants of what changed
	$(BIN)/python -m tests.mutants --changed
	COCOA_TESTS=all $(BIN)/pytest --numprocesses 2 --dist worksteal

environments: try-verifiers try-reasoning-gym ## try docs/examples in trainers' own libraries

try-verifiers: .venv-verifiers/ready
	$(TRIED) .venv-verifiers/bin/python -m pytest $(TRIED_BY) tests/environments/test_verifiers.py

try-reasoning-gym: .venv-reasoning-gym/ready
	$(TRIED) .venv-reasoning-gym/bin/python -m pytest $(TRIED_BY) tests/environments/test_reasoning_gym.py

.venv-verifiers/ready: LIBRARY := verifiers==0.4.0
.venv-reasoning-gym/ready: LIBRARY := reasoning-gym==0.1.25
.venv-verifiers/ready .venv-reasoning-gym/ready: .venv-%/ready: pyproject.toml docs/examples/cocoa-%/pyproject.toml
	$(PYTHON) -m venv --without-pip .venv-$*
	$(PYTHON) -m pip --python .venv-$*/bin/python --quiet --disable-pip-version-check install $(LIBRARY) pytest \
	  --editable . --editable docs/examples/cocoa-$*
	@touch $@

mutants: .venv/learn ## break the code on purpose, every fault: the test that holds it must fail; renews tests/mutants.json
	$(BIN)/python -m tests.mutants

bench: .venv/dev ## minimization, questions per second, cold start: tables side by side
	$(BIN)/python -m tests.benchmarks

leak: .venv/dev  ## what can be guessed without reading the request, over 20,000 questions
	$(BIN)/python -m tests.benchmarks.leak

gallery: .venv/base ## write docs/gallery.md anew
	$(BIN)/python -m tests.gallery

constraints:     ## the newest versions of everything, written down for `make` and CI
	rm -rf .venv && : > constraints.txt
	$(MAKE) .venv/learn
	$(PIP) freeze --exclude-editable | sed 's/+cpu$$//' > constraints.txt

clean:           ## remove the environment and caches
	rm -rf .venv .venv-* build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
