"""The program's log has one line for each kind of error."""

import logging
from collections.abc import Iterator

import pytest

from companion.upkeep.program_log import error_location, log_to_stderr, recent_lines

log = logging.getLogger("test")


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Configure logging as the programs do, and restore the root logger."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    log_to_stderr()
    yield
    root.handlers[:], root.level = handlers, level


def fail(error: Exception) -> None:
    """Log what an error handler logs."""
    try:
        raise error
    except Exception:
        log.exception("%s %s", "GET", "/api")


def test_a_repeated_error_is_logged_once() -> None:
    """A camera that fails thirty times a second must not fill the card."""
    before = len(recent_lines())
    for _ in range(3):
        fail(ValueError("one"))
    assert len(recent_lines()) == before + 1
    assert "ValueError: one" in recent_lines()[-1]
    assert f"{__file__}:" in recent_lines()[-1]


def test_a_different_error_is_logged() -> None:
    """The same message with another error is not a repetition."""
    before = len(recent_lines())
    fail(TypeError("one"))
    fail(KeyError("two"))
    assert len(recent_lines()) == before + 2


def test_an_error_that_was_never_raised_is_logged() -> None:
    """It has no place in the code."""
    assert error_location(ValueError("one")) == ""
