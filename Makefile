# Everything here sets up its own environment in .venv first; Python 3.11 or newer, pip and make are enough.

PYTHON ?= python3
BIN := .venv/bin
SEED ?= 0

.PHONY: help sample test lint bench leak gallery clean

help:            ## what can be made
	@grep -E '^[a-z]+: .*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):[^#]*## /make \1\t/'

.venv/base: pyproject.toml
	$(PYTHON) -m venv --without-pip .venv
	$(PYTHON) -m pip --python $(BIN)/python install --quiet --disable-pip-version-check --editable .
	@touch $@

.venv/dev: .venv/base
	$(PYTHON) -m pip --python $(BIN)/python install --quiet --disable-pip-version-check $$($(BIN)/python -c \
	  'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["dependency-groups"]["dev"])')
	@touch $@

sample: .venv/base ## set up, then show one flights question
	@$(BIN)/cocoa sample --domain flights --seed $(SEED)

test: .venv/dev  ## set up, then lint, check types and run the whole suite
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest --numprocesses 2 --dist loadfile

lint: .venv/dev  ## style and types only
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: .venv/dev ## minimization, questions per second, cold start: tables side by side
	$(BIN)/python -m tests.benchmarks

leak: .venv/dev  ## what can be guessed without reading the request, over 20,000 questions
	$(BIN)/python -m tests.benchmarks.leak

gallery: .venv/base ## write docs/gallery.md anew
	$(BIN)/python -m tests.gallery

clean:           ## remove the environment and caches
	rm -rf .venv build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
