"""Takes out of a table's log and of other facts what nobody needs to see what happened."""

import contextlib
import dataclasses
import re
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from pathlib import Path

import msgspec

from companion.files import unwritable_error
from companion.log.log import rows_in_database
from companion.log.rows import ActionBody, Body, CorrectionBody, Row, StartBody
from companion.log.schema import write_checksums

PICTURES = 20  # the newest ones stay
_ADDRESS = re.compile(r"([a-z][a-z0-9+.-]*://)\S+", re.ASCII | re.IGNORECASE)


def anonymize_log(log: Path, *, names: bool) -> None:
    """Give devices in the file `log` numbers, and players too unless `names` are wanted.

    Older pictures go, and what pages have asked word by word. Raises `FileError`
    ``log_unwritable``.
    """
    try:
        with contextlib.closing(sqlite3.connect(log)) as db:
            with db:
                _take_out(db, rows_in_database(db, log), names=names)
                write_checksums(db)
            db.execute("VACUUM")  # or what was taken out could still be read
    except sqlite3.Error as error:
        raise unwritable_error(log.parent, error) from error


def _take_out(db: sqlite3.Connection, rows: Sequence[Row], *, names: bool) -> None:
    people: defaultdict[str, int] = defaultdict(count(1).__next__)
    devices: defaultdict[str, int] = defaultdict(count(1).__next__)
    for row in rows:
        body = row.body if names else _without_names(row.body, people)
        who = f"device {devices[row.who]}" if row.who else ""
        (_, _, text, *_) = dataclasses.replace(row, body=body).to_columns()
        db.execute("UPDATE row SET body = ?, who = ? WHERE seq = ?", (text, who, row.seq))
    db.execute("UPDATE row SET request = NULL, request_body = NULL")
    newest = "SELECT picture FROM row WHERE picture IS NOT NULL ORDER BY seq DESC LIMIT ?"
    db.execute(f"DELETE FROM picture WHERE name NOT IN ({newest})", (PICTURES,))


def _without_names(body: Body, people: defaultdict[str, int]) -> Body:
    """Give numbers to the people in `body`: who begins a game, who joins one or is renamed."""

    def numbered(names: Iterable[str]) -> tuple[str, ...]:
        return tuple(f"Player {people[name.casefold()]}" for name in names)

    match body:
        case StartBody(setup=setup, sat_down_as=sat_down_as):
            setup = dataclasses.replace(setup, names=numbered(setup.names))
            return msgspec.structs.replace(body, setup=setup, sat_down_as=numbered(sat_down_as))
        case ActionBody(action) | CorrectionBody(action=action) if "name" in action:
            (name,) = numbered([str(action["name"])])
            return msgspec.structs.replace(body, action={**action, "name": name})
    return body


def without_addresses(fact: object) -> object:
    """Return `fact` (JSON) with nothing but the kind of each address in it: ``rtsp://…``."""
    if isinstance(fact, Mapping):
        return {name: without_addresses(part) for name, part in fact.items()}
    if isinstance(fact, Sequence) and not isinstance(fact, str):
        return [without_addresses(part) for part in fact]
    if not isinstance(fact, str):
        return fact
    whole = _ADDRESS.match(fact)  # the name of a camera, with all blanks that may be in it
    return f"{whole[1]}…" if whole else _ADDRESS.sub(r"\1…", fact)
