"""Logging of a table's programs: one line for each message, without endless repeats.

A table runs for weeks on a memory card; a camera that fails thirty times a second must not fill it.
"""

import logging
import time
from collections import deque

SAME_LINE_SECONDS = 10.0  # until the same message may be logged again
MAX_REMEMBERED_LINES = 200  # for a bug report


def error_location(error: BaseException) -> str:
    """Return ", FILE:LINE" where `error` was raised, in place of a traceback."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return f", {trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace else ""


class _OneLine(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        text = f"{self.formatTime(record)} {record.name}: {record.getMessage()}"
        if record.exc_info and record.exc_info[1] is not None:
            error = record.exc_info[1]
            text += f" ({type(error).__name__}: {error}{error_location(error)})"
        return " ".join(text.split())


class _NotAgain(logging.Filter):
    def __init__(self) -> None:
        super().__init__()
        self._last: dict[object, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        now = time.monotonic()
        error = record.exc_info[1] if record.exc_info else None
        key = (record.name, record.msg, type(error), error and error_location(error))
        if now - self._last.get(key, -SAME_LINE_SECONDS) < SAME_LINE_SECONDS:
            return False
        self._last[key] = now
        return True


class _Recent(logging.Handler):
    """Remembers the newest lines, for a bug report."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: deque[str] = deque(maxlen=MAX_REMEMBERED_LINES)

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


_RECENT = _Recent()


def recent_lines() -> list[str]:
    """Return the newest lines that this process logged, oldest first."""
    return list(_RECENT.lines)


def log_to_stderr() -> None:
    """Log warnings and errors of the whole program to standard error, one line each."""
    handlers = [logging.StreamHandler(), _RECENT]
    for handler in handlers:
        handler.setFormatter(_OneLine())
        handler.addFilter(_NotAgain())
    logging.basicConfig(handlers=handlers, level=logging.WARNING, force=True)
