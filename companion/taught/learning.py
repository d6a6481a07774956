"""Learns confirmed dice while people play.

A separate process does it, so that the table needs no OpenCV and nobody waits.
"""

import subprocess
import sys
import threading
import time

from companion.table.table import Table

LEARN_EVERY_SECONDS = 60.0


def learn_in_background(table: Table) -> None:
    """Learn confirmed dice of `table` in the background from now on."""

    def work() -> None:
        seen = len(table.state.history.rows)
        while True:
            time.sleep(LEARN_EVERY_SECONDS)
            rows = table.state.history.rows
            if any(row.reading is not None or row.kind == "correct" for row in rows[seen:]):
                learn_newly_confirmed(table)
            seen = len(rows)

    threading.Thread(target=work, name="learning", daemon=True).start()


def learn_newly_confirmed(table: Table) -> None:
    """Run `companion.taught.confirmed` for `table`."""
    command = [sys.executable, "-P", "-m", "companion.taught.confirmed", str(table.folder)]
    subprocess.run(command, stdin=subprocess.DEVNULL, check=False)
