# `make` alone lists the targets. The first of `make run` and `make test` makes `.venv`; nothing outside this folder is
# changed, except that root gets python3-venv from apt-get where Debian lacks it, and CI gets Chromium (tests/browser).

PYTHON ?= $(firstword $(foreach name,python3 python3.13 python3.12 python3.11 python3.14 python,\
	$(shell command -v $(name) >/dev/null 2>&1 && $(name) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 15))' 2>/dev/null && echo $(name))))
BIN := .venv/bin
CHECKED := wovepaper accounts harvest search papers researchers institutions common manage.py
# What reads the settings without touching data needs some secret and some address.
SETTINGS := SECRET_KEY=$${SECRET_KEY:-only-for-checks-that-touch-no-data-0123456789} \
	DATABASE_URL=$${DATABASE_URL:-postgresql://nobody@127.0.0.1:1/none}

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' Makefile

run: .venv-run ## install what is missing, start everything, print the address
	@exec $(BIN)/python manage.py quickstart

# Each process has services of its own, unless the shell names a database: then there is one process. Files stay in
# their order: Playwright's event loop, once started, would stop what asks the database after it.
PROCESSES := $(if $(DATABASE_URL),0,logical --maxprocesses 4)

test: .venv-dev ## all tests, on real services
	@$(BIN)/python -m pytest -n $(PROCESSES) --dist loadfile --no-loadscope-reorder $(ARGS)

lint: .venv-dev ## formatting, ruff, mypy, layers, migrations
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(SETTINGS) $(BIN)/python -m mypy $(CHECKED)
	@$(BIN)/lint-imports
	@$(SETTINGS) $(BIN)/python manage.py makemigrations --check --dry-run

format: .venv-dev ## rewrite the code as ruff wants it
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

check: lint test ## lint, tests and Django's deploy check
	@$(SETTINGS) SITE_URL=https://papers.example.org $(BIN)/python manage.py check --deploy --fail-level WARNING

bench: .venv-dev ## time the site against plain measures; see bench/README.md
	@$(BIN)/python -m bench $(ARGS)

crawl: .venv-dev ## load a snapshot and ask for every page of it (ARGS="--snapshot FILE")
	@$(BIN)/python -m bench.crawl $(ARGS)

soak: .venv-dev ## kill harvests at random, arXiv's, then the other sources'; compare with undisturbed ones (ARGS="--world": these alone)
	@$(BIN)/python -m bench.soak $(ARGS)

fuzz: .venv-dev ## ask the API what chance thinks up, 2,000 cases a path (CASES=)
	@FUZZ_CASES=$(or $(CASES),2000) $(BIN)/python -m pytest tests/api/test_fuzz.py --timeout=7200 $(ARGS)

screenshots: .venv-dev ## pictures of all kinds of pages and all components under screenshots/ (SITE=http://... ARGS="/ /about": those of a running site)
	@$(if $(SITE),$(BIN)/python -m tests.browser.screenshots $(SITE) screenshots $(ARGS),$(BIN)/python -m pytest tests/browser/test_screenshots.py -k screenshots --timeout=3600)

lock: .venv-dev ## remake requirements.lock (UPGRADE=1 takes newer versions)
	@$(COMPILE) --output-file requirements.lock
	@$(COMPILE) --extra dev --output-file requirements-dev.lock

torch: .venv-run ## install PyTorch, for models that ONNX Runtime cannot run, or a GPU
	@$(BIN)/python wovepaper/install.py --torch

COMPILE = $(BIN)/uv pip compile pyproject.toml --quiet --universal --python-version 3.11 --generate-hashes \
	--no-annotate --no-emit-package torch --no-emit-package pip --custom-compile-command 'make lock' $(if $(UPGRADE),--upgrade)

.venv-run .venv-dev:
	@$(if $(PYTHON),,echo 'No Python from 3.11 to 3.14 was found: install one (on Debian: apt-get install python3).'; exit 1)
	@$(PYTHON) wovepaper/install.py $(if $(filter .venv-dev,$@),--dev)

.PHONY: help run test lint format check bench crawl soak fuzz screenshots lock torch .venv-run .venv-dev
.DEFAULT_GOAL := help
