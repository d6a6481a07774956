"""Looks after the files of a table: checks, backups, summaries, old pictures.

A separate process does what takes long, so that nobody at the table waits: `python -m
companion.upkeep.housekeeping FOLDER --check --backup` prints what it found.
"""

import argparse
import json
import logging
import os
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import cast

from companion.files import FileError
from companion.log.history import History
from companion.log.log import checksum_at, log_path, open_log_to_read
from companion.log.summaries import Summaries
from companion.table.backup.folder import put_in_place
from companion.table.backup.save import exported_copy, save_automatically
from companion.table.table import Table
from companion.upkeep.repair import check_and_repair, leave_out_lost_rows
from engine.core.refusals import Json
from engine.games import GAMES

log = logging.getLogger(__name__)
_one_at_a_time = threading.Lock()


def start_housekeeping(table: Table) -> None:
    """Check the log of `table` now unless it is new, and look after its files after each game."""
    ended = threading.Event()
    table.game_over = ended.set
    table.games_played.sum_up = partial(_sum_up_alone, table.folder)

    def work() -> None:
        if not table.store.log.is_new:
            run_housekeeping(table, "--check")
        while True:
            ended.wait()
            ended.clear()
            run_housekeeping(table, "--backup")

    threading.Thread(target=work, name="housekeeping", daemon=True).start()


def run_housekeeping(table: Table, *what: str) -> None:
    """Run the process with the options `what`, and note the result at `table`."""
    with _one_at_a_time:
        found = _run(table.folder, *what)
        if found.get("code") == "log_damaged":
            found = _run(table.folder, "--check")
        if _leave_out(table, cast("list[int]", found.pop("lost", []))):
            found = {**_run(table.folder, "--backup"), "damaged": None, "left_out": True}
    found.pop("code", None)
    for name, why in found.items():
        if why:
            log.warning("%s: %s", name, why)
    table.housekeeping = {**table.housekeeping, **found}
    try:
        table.store.log.pictures.prune()
    except OSError as error:  # the next run tries again
        log.warning("Old pictures could not be deleted: %s", error)


def _leave_out(table: Table, lost: Sequence[int]) -> bool:
    """Leave the `lost` rows out of the log of `table`; return whether it did."""
    with table.lock:
        try:
            return leave_out_lost_rows(table.store.log, lost)
        except FileError as error:
            log.warning("%s", error.message)
            return False


def _sum_up_alone(folder: Path) -> None:
    """Run the process for summaries alone, after any that is running."""
    with _one_at_a_time:
        _run(folder)


def export_backup(folder: Path, target: Path) -> None:
    """Run the process to write a full backup of `folder` to `target`; raises `FileError`."""
    found = _run(folder, "--export", str(target))
    if found["backup"] is not None:
        raise FileError(str(found.get("code", "log_unwritable")), str(found["backup"]))


def _run(folder: Path, *what: str) -> dict[str, Json]:
    """Run this module in another process with the options `what`; return what it printed."""
    command = [sys.executable, "-P", "-m", __name__, str(folder), *what]
    pipe, null = subprocess.PIPE, subprocess.DEVNULL
    try:
        done = subprocess.run(command, stdout=pipe, stdin=null, check=False)
        return dict(json.loads(done.stdout))
    except OSError as error:  # no memory for another process
        return {"backup": str(error)}
    except ValueError:
        return {"backup": f"ended with {done.returncode}"}


def main(arguments: Sequence[str] | None = None) -> None:
    """Do what the `arguments` ask for, and print the result as one line of JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--backup", action="store_true")
    parser.add_argument("--export", type=Path)
    args = parser.parse_args(arguments)
    os.nice(10)
    if args.export:
        print(json.dumps(_export(args.folder, args.export)))
        return
    found: dict[str, Json] = {}
    if args.check:
        found |= _check(args.folder)
    if args.backup:
        found |= _back_up(args.folder)
    print(json.dumps(found), flush=True)
    _sum_up(args.folder)


def _check(folder: Path) -> dict[str, Json]:
    try:
        checked = check_and_repair(folder)
    except FileError as error:
        return {"damaged": error.message, "repaired": 0}
    bad = ", ".join(map(str, checked.bad[:10]))
    damaged = f"{log_path(folder)}: {bad}" if bad else None
    return {"damaged": damaged, "repaired": checked.repaired, "lost": list(checked.bad)}


def _back_up(folder: Path) -> dict[str, Json]:
    try:
        save_automatically(folder)
    except FileError as error:  # the disk is full, or a row is bad; the log still has the game
        return {"backup": error.message, "code": error.code}
    return {"backup": None}


def _export(folder: Path, target: Path) -> dict[str, Json]:
    try:
        with exported_copy(folder, target.parent, table_files=True) as copy:
            put_in_place(copy, target)
    except FileError as error:
        return {"backup": error.message, "code": error.code}
    return {"backup": None}


def _sum_up(folder: Path) -> None:
    """Make the missing summaries of played games."""
    try:
        with open_log_to_read(folder) as (db, rows):
            summaries = Summaries(folder, lambda seq: checksum_at(db, seq))
            deque(summaries.games(History(GAMES, rows)), maxlen=0)
    except FileError:
        pass  # the check reports it


if __name__ == "__main__":
    # If the table has ended, nobody reads the output: then this ends silently.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    main()
