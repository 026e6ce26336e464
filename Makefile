# Every target makes .venv first; it is made once, and made anew when constraints.txt or
# pyproject.toml change.
#
#   PYTHON       interpreter that makes .venv (3.11 to 3.13)
#   PIP_FLAGS    more flags for pip, for instance the index with PyTorch's CPU builds
#   TRAIN_FLAGS, TEST_FLAGS, BENCH_FLAGS    more arguments for the commands

PYTHON ?= python3
PIP_FLAGS ?=
TRAIN_FLAGS ?=
TEST_FLAGS ?=
BENCH_FLAGS ?=

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

VENV := .venv
RUN := $(VENV)/bin/python
STAMP := $(VENV)/made

# The wheel test installs packages too, with the same flags.
export PIP_FLAGS

.PHONY: help train test lint format bench fresh clean .venv

help: ## list the targets
	@sed -n 's/^\([a-z.]*\):.*## /\1\t/p' Makefile | expand -t 10

train: $(STAMP) ## train and evaluate the main agent
	$(RUN) experiments/main_job.py $(TRAIN_FLAGS)

test: $(STAMP) ## run every test
	$(RUN) -m pytest $(TEST_FLAGS)

lint: $(STAMP) ## check style and types
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .
	$(RUN) -m mypy

format: $(STAMP) ## put files into the style of the house
	$(RUN) -m ruff check --fix .
	$(RUN) -m ruff format .

bench: $(STAMP) ## measure throughput on this machine
	$(RUN) experiments/throughput.py $(BENCH_FLAGS)

# A stranger's first minutes: committed files only, no .venv, no compiled kernel.
fresh: ## clone into a temporary folder, train and test there, print the times
	@folder=$$(mktemp -d); trap 'rm -rf "$$folder"' EXIT; \
	git clone --quiet . "$$folder/poolenv"; \
	export POOLENV_CACHE_DIR="$$folder/kernels"; \
	times=""; \
	for target in .venv train test; do \
		start=$$SECONDS; \
		$(MAKE) --no-print-directory -C "$$folder/poolenv" "$$target"; \
		times+="fresh: make $$target took $$((SECONDS - start)) s"$$'\n'; \
	done; \
	printf '%s' "$$times"

clean: ## remove .venv and everything that tools left behind
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.venv: $(STAMP) ## make the virtual environment

$(STAMP): constraints.txt pyproject.toml
	rm -rf $(VENV)
	$(PYTHON) -m venv $(VENV)
	$(RUN) -m pip install $(PIP_FLAGS) -c constraints.txt -e '.[train,render,zoo,dev]'
	touch $@
