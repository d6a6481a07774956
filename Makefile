# On a fresh Debian or Raspberry Pi OS, `make run` and `make test` set everything up.
PYTHON ?= python3
ARGS ?=
BIN := .venv/bin
PIP := $(BIN)/python -B -m pip --disable-pip-version-check install --constraint constraints.txt

.PHONY: run hub test check check-scripts tests audit benchmarks install train clean

## Run a table, with its page and eye. make run ARGS="--port 8081 --camera demo"
run: .venv/.run
	@exec $(BIN)/croupier run $(ARGS)

## Run the hub of a café with many tables. make hub ARGS="--cafe 'Café Klee'"
hub: .venv/.hub
	@exec $(BIN)/croupier hub $(ARGS)

## Check everything that needs no other machine.
# Linters and type checks run beside the tests; without mypy's cache they take half a minute.
test: .venv/.test
	@$(MAKE) --no-print-directory --jobs 2 check tests

# Five workers for two cores, because most of them wait for a page or a server. Compiled files are kept
# even if the environment forbids it, or each worker and server would compile them again.
tests: export PYTHONDONTWRITEBYTECODE =
tests: .venv/.test
	$(BIN)/pytest --numprocesses 5 --dist worksteal

## Look for known vulnerabilities of the pinned versions, if the advisories can be reached.
# pip-audit has its own environment, so that it can't change the program's.
audit: .venv/.made
	@[ -e .venv/audit/bin/pip-audit ] || { $(PYTHON) -m venv .venv/audit && \
	  .venv/audit/bin/pip --quiet --disable-pip-version-check install pip-audit==2.10.1; } 2>/dev/null || true
	@$(call audited,.venv/audit/bin/pip-audit --strict --disable-pip --no-deps --requirement constraints.txt,known vuln)
	@$(call audited,npm audit,audit report)

# Run a command and print its last line. If it fails and its output contains the given words, print all of
# it and fail; if it fails otherwise, say that nothing was checked.
audited = if said=$$($(1) 2>&1); then echo "$$said" | tail -n 1; \
  elif echo "$$said" | grep -q "$(2)"; then echo "$$said"; exit 1; \
  else echo "Not checked, since the advisories can't be reached: $(1)"; fi

## Measure speed, as ratios. Needs a machine on which nothing else runs.
benchmarks: .venv/.test
	$(BIN)/pytest -s tests/benchmarks

check: .venv/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	@$(MAKE) --no-print-directory check-scripts

# Without npm, or without a network at the first run, page scripts are not checked.
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

# A service that may not write to this folder would compile the program at every start.
install: .venv/.run
	-@$(BIN)/python -m compileall -q companion engine vision

## Train the networks from scratch. make train ARGS="--photos DIR"
train: .venv/.train
	$(BIN)/python -m models.training $(ARGS)

clean:
	rm -rf .venv node_modules build *.egg-info

# Debian packages the venv module separately. The Pi camera's Python module comes from apt only, so if it is
# installed, the environment must see the system's packages. An unfinished environment has no pip and is
# created again.
.venv/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Croupier needs Python 3.11 or newer; here is $$($(PYTHON) --version || echo none)."; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
	  || { echo "Installing python3-venv"; $$([ "$$(id -u)" = 0 ] || echo sudo) apt-get install -y python3-venv; }
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear \
	  $$($(PYTHON) -c 'import picamera2' 2>/dev/null && echo --system-site-packages) .venv
	@touch $@

NOT_RUN := pip|setuptools|packaging|tests|testing|distutils|f2py|transformers|quantization|tools|google|flatbuffers

# pip would also compile itself and every package's tests and tools: 29 MB that nothing here runs.
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
