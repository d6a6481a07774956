"""Waiting for results, however busy the machine is."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")


def until(found: Callable[[], T], seconds: float = 120.0) -> T:
    """Return what `found` returns soon after it is true; fails if it is not within `seconds`."""
    deadline, pause = time.monotonic() + seconds, 0.02
    while not (result := found()):
        assert time.monotonic() < deadline, f"still {result!r} after {seconds} s"
        time.sleep(pause)
        pause = min(1.2 * pause, 0.2)  # asking often for long is most of the cost of some tests
    return result


def ended(pid: int) -> bool:
    """Return whether process `pid` has ended, even if its parent has not noticed (Linux)."""
    try:
        return (
            Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
            == "Z"
        )
    except OSError:
        return True
