"""What all tests share."""

import gc
import os
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parents[1]

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


def pytest_collection_finish() -> None:
    """Leave what was collected out of each search for garbage: it stays to the end of the run."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def shared_dir() -> Path:
    """Return the folder of rule texts and photographs that lies beside the project in CI."""
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
