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

# They need a calm machine, and run only on request: `make benchmarks`.
collect_ignore = ["benchmarks"]

# Files with the longest tests without a page, most of which wait for a server.
LONGEST = re.compile(
    "test_(fit|fuzz|kill|main|photographs|power_cuts|server|strangers|teach_cards|vanish|year).py"
)

# The time of an example depends on what else the machine does.
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
    """Let half of the workers begin with the pages, and the others with the longest tests.

    The last tests to end are then short. Few workers have pages, since each opens browsers for
    them, which load the program; those of a file share them and stay together. Of the others, each
    worker is given as many, in their order, as make its share of all.
    """
    workers = getattr(config, "workerinput", {}).get("workercount", 1)
    if workers > 1:
        files = [list(file) for _, file in groupby(items, lambda item: item.path)]
        pages = [file for file in files if file[0].path.parent.name == "pages"]
        others = [file for file in files if file not in pages]
        long = [file for file in others if LONGEST.fullmatch(file[0].path.name)]
        rest = chain(*(file for file in others if file not in long))
        half = workers // 2
        first = [pages[at::half] for at in range(half)]
        first += [long[at :: workers - half] for at in range(workers - half)]
        order: list[pytest.Item] = []
        for number, own in enumerate(first):
            size = (len(items) - len(order)) // (workers - number)
            begun = [*chain(*own)]
            order += chain(begun, islice(rest, max(0, size - len(begun))))
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
