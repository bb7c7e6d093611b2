# Everything a newcomer types. `make help` explains the targets.

PYTHON ?= python3
# Where torch comes from: the CPU build, since the default one for Linux brings GBs of CUDA.
TORCH_INDEX ?= https://download.pytorch.org/whl/cpu
WORKERS ?= 2

BIN := .venv/bin
INSTALLED := .venv/.installed

# One thread a process: these kernels are too short to share, and more only get in each other's way.
export OMP_NUM_THREADS ?= 1
export MKL_NUM_THREADS ?= 1
export OPENBLAS_NUM_THREADS ?= 1
export NUMBA_NUM_THREADS ?= 1

.DEFAULT_GOAL := help
.PHONY: help quickstart install test test-nojit test-slow bench baselines lint clean

help: ## explain every target (this text)
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-11s %s\n", $$1, $$2}' Makefile
	@echo
	@echo "Variables: PYTHON=$(PYTHON) (3.10 or newer), WORKERS=$(WORKERS) (test processes),"
	@echo "TORCH_INDEX=$(TORCH_INDEX)"

quickstart: $(INSTALLED) ## install, then watch an agent learn Stackfall for about two minutes
	$(BIN)/parlour quickstart

install: $(INSTALLED) ## create .venv and install Parlour with all it needs, versions pinned

test: lint ## install, lint, run the fast tests, then those that run without the JIT too
	$(BIN)/pytest -n $(WORKERS)
	$(MAKE) --no-print-directory test-nojit

test-nojit: $(INSTALLED) ## the tests marked nojit, with plain Python in place of compiled rules
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -n $(WORKERS) -m "nojit and not slow"

test-slow: $(INSTALLED) ## the tests marked slow, which `make test` leaves out
	$(BIN)/pytest -n $(WORKERS) -m slow

bench: $(INSTALLED) ## measure speed, next to the peers that are installed
	$(BIN)/parlour bench

baselines: $(INSTALLED) ## print the table of baselines from the stored results
	$(BIN)/parlour baselines

lint: $(INSTALLED) ## ruff (rules and format) and mypy
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

clean: ## remove .venv, caches and builds; runs/ stays
	rm -rf .venv build dist .benchmarks .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' || { \
	    echo "Parlour needs Python 3.10 or newer: make PYTHON=/path/to/python ..."; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	    echo "$(PYTHON) cannot create virtual environments: its venv module or ensurepip is missing."; \
	    echo "On Debian and Ubuntu: sudo apt install python3-venv"; exit 1; }
	$(PYTHON) -m venv .venv

# torch goes first and alone, so that pip never takes another build of it for a dependency.
$(INSTALLED): pyproject.toml constraints.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet 'pip>=23'
	@echo "Installing into .venv: about 1.2 GB, a minute or two"
	$(BIN)/python -m pip install --quiet --retries 2 -c constraints.txt --no-deps \
	    --index-url $(TORCH_INDEX) torch || { \
	    echo "No torch at $(TORCH_INDEX). Name an index that has it: make TORCH_INDEX=URL ..."; \
	    echo "(https://pypi.org/simple has it too, but its Linux build brings GBs of CUDA)."; exit 1; }
	$(BIN)/python -m pip install --quiet -c constraints.txt -e '.[train,dev]'
	$(BIN)/python -m pip install --quiet --retries 2 -c constraints.txt -e '.[solvers]' || { \
	    echo "No kociemba, which is compiled on installing: the agent twophase cannot play and"; \
	    echo "its tests are skipped. A C compiler and 'make clean install' change that."; }
	@touch $@
