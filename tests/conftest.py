"""The fixtures of all tests."""

import fcntl
import gc
import os
import re
from collections.abc import Generator
from importlib.util import find_spec
from itertools import chain, groupby, islice
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import vision  # noqa: F401 - limits OpenCV's picture size before any test loads it

ROOT = Path(__file__).resolve().parents[1]

# They want a calm machine, and are run where they are asked for: `make benchmarks`.
collect_ignore = ["benchmarks"]

# Files with the tests that take longest, most of them in waiting for a camera or a server.
LONGEST = re.compile(
    "test_(camera|demo|den_letzten_demo|every_game|first_minute|fit|fuzz|geometry|kill|main|phones"
    "|photographs|power_cuts|server|strangers|taps|teach_cards|teach_dice|ten_thousand_demo|vanish"
    "|year).py"
)

# How long an example takes depends on what else the machine does.
settings.register_profile("croupier", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("croupier")


def pytest_report_header() -> str | None:
    """Say which tests are left out without torch, since what is not collected skips in silence."""
    if find_spec("torch"):
        return None
    left_out = "most of tests/models/training and benchmarks/test_against_rivals.py"
    missing = f"no torch, which `make .venv/.train` installs: {left_out} are left out"
    if os.environ.get("CROUPIER_NO_SKIPS"):
        raise pytest.UsageError(missing)
    return missing


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Let one worker collect first: otherwise all would compile the same files at once."""
    gc.disable()  # nearly all that is made while collecting stays
    if not hasattr(session.config, "workerinput"):
        return (yield)
    folder = Path(session.config.option.basetemp).parent
    with (folder / "collected").open("a") as collected:
        fcntl.flock(collected, fcntl.LOCK_EX)
        if os.fstat(collected.fileno()).st_size:
            fcntl.flock(collected, fcntl.LOCK_UN)
        result = yield
        collected.write("once\n")
    return result


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Let each worker begin with a share of the longest tests: the last to end is then short.

    Those of one file stay together: they share browsers, which each worker would open again. Of the
    others, each is given as many, in their order, as make its share of all.
    """
    workers = getattr(config, "workerinput", {}).get("workercount", 1)
    if workers > 1:
        by_file = groupby(items, lambda item: item.path)
        long = [list(file) for path, file in by_file if LONGEST.fullmatch(path.name)]
        rest = iter([item for item in items if not LONGEST.fullmatch(item.path.name)])
        order: list[pytest.Item] = []
        for number in range(workers):
            own = list(chain(*long[number::workers]))
            size = (len(items) - len(order)) // (workers - number)
            order += chain(own, islice(rest, max(0, size - len(own))))
        items[:] = [*order, *rest]


def pytest_collection_finish() -> None:
    """Leave what was collected out of each search for garbage: it stays to the end of the run."""
    gc.collect()
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session")
def shared_dir() -> Path:
    """Return the folder of rule texts and photographs next to the project in CI."""
    folder = Path(os.environ.get("CROUPIER_SHARED", ROOT.parent / "shared"))
    if not folder.is_dir():
        pytest.skip("needs the photographs of ../shared (or CROUPIER_SHARED)")
    return folder


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail a run in which something was skipped although all it needs should be there."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CROUPIER_NO_SKIPS") and reporter and reporter.stats.get("skipped"):
        reporter.write_line("skipped tests, and CROUPIER_NO_SKIPS is set", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
