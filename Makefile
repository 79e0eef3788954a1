# make play: a whole match on this machine; make test: the checks and tests; make help: the rest.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
HAS_NODE := command -v npm >/dev/null && node -e 'const [major, minor] = process.versions.node.split("."); process.exit(major > 18 || (major == 18 && minor >= 18) ? 0 : 1)'
ROOM_IN_MEMORY := test "$$(df --output=avail /dev/shm 2>/dev/null | tail -1)" -gt 2000000 2>/dev/null
CODE := bot engine rendering sandbox migrations tests tools

CHECKS := check-types check-code check-page
# Both cores are used; what each part says comes in one piece.
BOTH_CORES := $(MAKE) --no-print-directory --jobs 2 --output-sync

.PHONY: help play run check $(CHECKS) test test-all transcripts bench way ratings chaos soak fuzz mutants pictures catalogue docs revision lock clean
.DEFAULT_GOAL := help

help:
	@echo 'make play    play on this machine: sandbox, bot and database; prints its address'
	@echo 'make run     the bot alone, on Discord (settings in .env; see README)'
	@echo 'make check   formatting, lint, types, import rules; the page as well, where npm is installed'
	@echo 'make test    check, then all tests but the exhaustive ones'
	@echo 'make test-all  check, then every test: each game, record and input where make test takes a sample'
	@echo 'make bench   the figures of docs/measured.md, measured here in 21 minutes; also in bench.json'
	@echo 'make way     the functions through which a typed move goes, until its board stands'
	@echo 'make ratings how strong the levels are: hours of games, and docs/ratings.md'
	@echo 'make soak    200 live matches for 20 minutes with faults: lateness, memory, files'
	@echo 'make chaos   matches of every game while the bot is killed a thousand times'
	@echo 'make fuzz    a million inputs for all that is read, drawn anew each time'
	@echo 'make mutants small changes of the rules, one at a time: does a test of the game fail?'
	@echo 'make transcripts  what the Dealer decides and posts in recorded matches, written anew: read the difference'
	@echo 'make pictures  what has changed in the pictures, before and after, to look at; keeps it as it is now'
	@echo 'make docs    the tables of games, the rules with pictures and the grammar of records, from the code'
	@echo 'make catalogue  brings the catalogues of other languages up to date, and prints what they lack'
	@echo 'make revision NAME=x  the next migration, from what the tables lack that the schema has'
	@echo 'make lock    resolve the locked requirements anew (needs uv)'
	@echo 'make clean   remove the environments and caches'

play: $(VENV)/.ready
	$(BIN)/dealer play $(ARGS)

run: $(VENV)/.ready
	$(BIN)/dealer run

check: $(VENV)/.ready-dev
	@$(BOTH_CORES) $(CHECKS)

check-types:
	$(BIN)/mypy

check-code:
	$(BIN)/ruff format --check $(CODE)
	$(BIN)/ruff check $(CODE)
	$(BIN)/lint-imports --no-cache

check-page:
	@if $(HAS_NODE); then $(MAKE) --silent node_modules/.ready && npm run --silent check; \
	else echo "Not checked: the page's scripts. That needs Node.js 18.18 or newer, with npm."; test -z "$$CI"; fi

# More workers than cores: many tests wait for a clock or for another process. Some start the bot by
# its command, which would otherwise compile its source each time.
test test-all: export PYTHONDONTWRITEBYTECODE :=
# Each commit of a database waits for a disk; in memory, where Linux has room, it does not.
test test-all: export TMPDIR := $(shell $(ROOM_IN_MEMORY) && echo /dev/shm || echo $${TMPDIR:-/tmp})
test test-all: $(VENV)/.ready-dev
	@$(BOTH_CORES) $(VENV)/.compiled $(CHECKS)
	$(BIN)/pytest --numprocesses 4 --dist loadfile --no-loadscope-reorder $(EXHAUSTIVE) $(ARGS)

# The last of several -m holds; an empty one chooses all.
test-all: EXHAUSTIVE := -m ''

bench: $(VENV)/.ready-dev
	$(BIN)/python -m tools.bench $(ARGS)

way: $(VENV)/.ready-dev
	$(BIN)/python -m tools.way $(ARGS)

ratings: $(VENV)/.ready-dev
	$(BIN)/python -m tools.ratings $(ARGS)

soak: $(VENV)/.ready-dev
	$(BIN)/python -m tools.soak $(ARGS)

chaos: $(VENV)/.ready-dev
	$(BIN)/python -m tools.chaos $(ARGS)

fuzz: $(VENV)/.ready-dev
	DEALER_FUZZ_TIMES=10 DEALER_RANDOM_RECORDS=1000 DEALER_PROPERTIES=thorough \
	  $(BIN)/pytest --numprocesses 2 --dist loadfile -m '' tools/fuzz tests/games/referees $(ARGS)

mutants: $(VENV)/.ready-dev
	$(BIN)/python -m tools.mutants $(ARGS)

transcripts: $(VENV)/.ready-dev
	DEALER_REWRITE_TRANSCRIPTS=1 $(BIN)/pytest --quiet tests/bot/posts/transcripts tests/bot/live
	git diff --stat -- tests/bot/posts/transcripts tests/bot/live

pictures: $(VENV)/.ready-dev
	$(BIN)/python -m tools.docs.pictures $(ARGS)

docs: $(VENV)/.ready-dev
	$(BIN)/python -m tools.docs.rules
	$(BIN)/python -m tools.docs.grammar
	$(BIN)/python -m tools.docs.games

catalogue: $(VENV)/.ready-dev
	$(BIN)/python -m tools.docs.catalogue

revision: $(VENV)/.ready-dev
	$(BIN)/python -m tools.revision $(NAME)

lock:
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
	  --extra build --output-file requirements.txt pyproject.toml
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
	  --extra build --extra postgres --extra metrics --constraint requirements.txt \
	  --output-file requirements-extras.txt pyproject.toml
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
	  --all-extras --constraint requirements-extras.txt --output-file requirements-dev.txt pyproject.toml

clean:
	rm -rf $(VENV) .bench-*/ node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis build ./*.egg-info

# A stamp for each lock: the environment is set up again only when its lock changes.
$(VENV)/.ready: requirements.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.ready-dev: requirements-dev.txt | $(VENV)/.ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
	@touch $@

# In a new checkout each worker would compile all tests for itself, at the same time as the others.
$(VENV)/.compiled: requirements-dev.txt | $(VENV)/.ready-dev
	@$(BIN)/pytest --collect-only --quiet --quiet >/dev/null || $(BIN)/pytest --collect-only --quiet --quiet
	@touch $@

node_modules/.ready: package-lock.json
	npm ci --silent --ignore-scripts --no-audit --no-fund
	@touch $@

$(BIN)/python:
	@command -v $(PYTHON) >/dev/null || { echo 'The Dealer needs Python 3.11 or newer: install it, or name it: make PYTHON=/path/to/python3'; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo 'The Dealer needs Python 3.11 or newer; $(PYTHON) is older. Name another: make PYTHON=python3.12'; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo 'This Python has no venv: install it first (on Debian and Ubuntu: apt install python3-venv)'; exit 1; }
	@$(PYTHON) -m venv $(VENV)
