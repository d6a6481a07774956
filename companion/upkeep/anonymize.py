"""Takes out of a table's log and of other facts what nobody needs to see what happened."""

import contextlib
import json
import re
import sqlite3
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import count
from pathlib import Path

from companion.files import unwritable_error
from companion.log.log import rows_in_database
from companion.log.row import Row
from companion.log.schema import write_checksums
from engine.core.refusals import Json

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
        text = json.dumps(body, separators=(",", ":"))
        db.execute("UPDATE row SET body = ?, who = ? WHERE seq = ?", (text, who, row.seq))
    db.execute("UPDATE row SET request = NULL, request_body = NULL")
    newest = "SELECT picture FROM row WHERE picture IS NOT NULL ORDER BY seq DESC LIMIT ?"
    db.execute(f"DELETE FROM picture WHERE name NOT IN ({newest})", (PICTURES,))


def _without_names(body: Mapping[str, Json], people: defaultdict[str, int]) -> Mapping[str, Json]:
    """Give numbers to the people in `body`: who begins a game, who joins one or is renamed."""

    def number(name: Json) -> str:
        return f"Player {people[str(name).casefold()]}"

    def numbered(part: Mapping[str, Json]) -> dict[str, Json]:
        found = dict(part)
        for key in ("names", "sat_down_as"):
            if isinstance(names := part.get(key), list):
                found[key] = [number(name) for name in names]
        if "name" in part:
            found["name"] = number(part["name"])
        return found

    inner = {key: body.get(key) for key in ("setup", "action")}
    told = {key: numbered(part) for key, part in inner.items() if isinstance(part, Mapping)}
    return numbered({**body, **told})


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
