"""Keeps the sender of a table running: a process of its own, restarted when it ends."""

import subprocess
import sys
import threading
import time
from contextlib import suppress
from typing import IO

import msgspec

from companion.table.event_broadcaster import TooManyStreams
from companion.table.screens import CafeNote
from companion.table.table import Table

_RESTART_SECONDS, _MAX_PAUSE_SECONDS = 2.5, 300.0


def keep_sender_running(table: Table) -> None:
    """Send what happens at `table` to its café, in the background.

    The sender listens to the table's events like a screen; the table never waits for it.
    """
    table.screens.cafe = {"help": False, "coming": False, "reports": 0, "newer": "", "away": True}
    threading.Thread(target=_keep, args=(table,), name="sender keeper", daemon=True).start()


def _keep(table: Table) -> None:
    pause = 0.0
    while not table.closed.wait(pause):
        began = time.monotonic()
        with suppress(OSError, TooManyStreams):
            _run(table)
        steady = time.monotonic() - began > _MAX_PAUSE_SECONDS
        pause = (
            _RESTART_SECONDS if steady else min(2 * pause or _RESTART_SECONDS, _MAX_PAUSE_SECONDS)
        )


def _run(table: Table) -> None:
    """Run the sender until it or the table ends."""
    command = [sys.executable, "-P", "-m", "companion.mqtt.sender", str(table.folder)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        threading.Thread(target=_take_news, args=(table, process.stdout), daemon=True).start()
        stream = table.listen("sender")
        try:
            for events in stream:
                process.stdin.write(events)
                process.stdin.flush()
        finally:
            stream.close()
            # This ends the sender. Popen would close its output first, and block on the reader.
            process.stdin.close()


def _take_news(table: Table, lines: IO[str]) -> None:
    """Update `table` with the notes of its sender (JSON, one on each line)."""
    for line in lines:
        table.update_cafe(msgspec.json.decode(line, type=CafeNote))
