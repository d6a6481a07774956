# Everything that a fresh Debian or Raspberry Pi OS needs: `make run` and `make test`.
PYTHON ?= python3
ARGS ?=
BIN := .venv/bin
PIP := $(BIN)/python -B -m pip --disable-pip-version-check install --constraint constraints.txt

.PHONY: run hub test check check-scripts tests audit benchmarks install train clean

## The table: page and eye. make run ARGS="--port 8081 --camera demo"
run: .venv/.run
	@exec $(BIN)/croupier run $(ARGS)

## The hub of a café with many tables. make hub ARGS="--cafe 'Café Klee'"
hub: .venv/.hub
	@exec $(BIN)/croupier hub $(ARGS)

## All that can be checked without other people's machines.
# The types are checked meanwhile, on one core for half a minute where nothing is known of before.
test: .venv/.test
	@$(MAKE) --no-print-directory --jobs 2 check tests

# Six at a time on two cores, since four of them mostly wait for a page or a server. What was
# compiled is kept, or each worker and each server, where a container says so, compiles it again.
tests: export PYTHONDONTWRITEBYTECODE =
tests: .venv/.test
	$(BIN)/pytest --numprocesses 6 --dist worksteal

## Whether a pinned version has a known vulnerability. Where the advisories can't be reached, it says so.
# In an environment of its own: what checks the program must not change it.
audit: .venv/.made
	@[ -e .venv/audit/bin/pip-audit ] || { $(PYTHON) -m venv .venv/audit && \
	  .venv/audit/bin/pip --quiet --disable-pip-version-check install pip-audit==2.10.1; } 2>/dev/null || true
	@$(call audited,.venv/audit/bin/pip-audit --strict --disable-pip --no-deps --requirement constraints.txt,known vuln)
	@$(call audited,npm audit,audit report)

# Prints the last line of a command; where it fails, all lines if they have these words.
audited = if said=$$($(1) 2>&1); then echo "$$said" | tail -n 1; \
  elif echo "$$said" | grep -q "$(2)"; then echo "$$said"; exit 1; \
  else echo "Not checked, since the advisories can't be reached: $(1)"; fi

## How fast it is, as ratios: on a calm machine, where nothing else runs.
benchmarks: .venv/.test
	$(BIN)/pytest -s tests/benchmarks

check: .venv/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	@$(MAKE) --no-print-directory check-scripts

# Without npm, or without a network the first time, the page scripts are not checked.
check-scripts: .venv/.test
	@if ! command -v npm >/dev/null; then \
	  echo "The page scripts are not checked: npm is not installed."; [ -z "$$CROUPIER_NO_SKIPS" ]; \
	elif ! $(MAKE) --no-print-directory .venv/.npm 2>/dev/null; then \
	  echo "The page scripts are not checked: npm ci failed."; [ -z "$$CROUPIER_NO_SKIPS" ]; \
	else \
	  node_modules/.bin/biome check --error-on-warnings && \
	  $(BIN)/python -m tests.companion.page_types >types/views.d.ts && \
	  $(BIN)/python -m tests.companion.played_views >types/played.ts && node_modules/.bin/tsc; \
	fi

# Compiled here, since a service that may not write its own program would compile it at each start.
install: .venv/.run
	-@$(BIN)/python -m compileall -q companion engine vision

## The networks, from nothing. make train ARGS="--photos DIR"
train: .venv/.train
	$(BIN)/python -m models.training $(ARGS)

clean:
	rm -rf .venv node_modules build *.egg-info

# Debian keeps the venv module in a package of its own. The Pi camera's Python module comes by apt
# alone, so where it is installed the environment must see the system's packages. One whose making
# was cut off has no pip, and is made anew.
.venv/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Croupier needs Python 3.11 or newer; here is $$($(PYTHON) --version || echo none)."; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
	  || { echo "Installing python3-venv"; $$([ "$$(id -u)" = 0 ] || echo sudo) apt-get install -y python3-venv; }
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear \
	  $$($(PYTHON) -c 'import picamera2' 2>/dev/null && echo --system-site-packages) .venv
	@touch $@

NOT_RUN := pip|setuptools|packaging|tests|testing|distutils|f2py|transformers|quantization|tools|google|flatbuffers

# By itself, pip also compiles itself and every package's tests and tools: 29 MB that nothing here runs.
.venv/.run: pyproject.toml constraints.txt | .venv/.made
	$(PIP) --quiet --no-compile setuptools
	$(PIP) --no-compile --no-build-isolation --editable .
	@$(BIN)/python -m compileall -qq -x '/($(NOT_RUN))/' .venv/lib || true
	@find .venv/lib -path '*/pip/*' -name __pycache__ -prune -exec rm -r {} +
	@touch $@

.venv/.test: pyproject.toml constraints.txt | .venv/.run
	$(PIP) --no-build-isolation --editable '.[test]'
	@touch $@

.venv/.npm: package.json package-lock.json | .venv/.made
	npm ci --silent --prefer-offline
	@touch $@

.venv/.hub: pyproject.toml constraints.txt | .venv/.run
	$(PIP) --no-build-isolation --editable '.[hub]'
	@touch $@

.venv/.train: pyproject.toml constraints.txt | .venv/.run
	$(PIP) --no-build-isolation --editable '.[train]'
	@touch $@
