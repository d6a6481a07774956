"""The tables of a log, and the checksums of its rows.

A row's checksum covers its values and the checksum before it, so that a changed byte and an added
or missing row are found when the rows are read.
"""

import contextlib
import hashlib
import json
import sqlite3
from collections.abc import Generator, Iterator
from typing import Any

VERSION = 3  # of the logs that this program writes; newer programs write higher numbers
APPLICATION_ID = 0x43524F55  # "CROU"

# A backup must have exactly these tables, so any change here needs another VERSION. There is no
# index, so that an act writes only one page.
_TABLES = f"""
CREATE TABLE row (
  seq INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('start', 'action', 'undo', 'correct', 'reading', 'dismiss')),
  body TEXT NOT NULL,
  source TEXT NOT NULL CHECK (source IN ('camera', 'hand', 'correction', 'clock', 'draw')),
  who TEXT NOT NULL,
  at TEXT NOT NULL,
  request TEXT,
  request_body TEXT,
  eye TEXT,
  reading INTEGER,
  picture TEXT,
  checksum TEXT NOT NULL
) STRICT;
CREATE TABLE picture (
  name TEXT PRIMARY KEY,
  jpeg BLOB NOT NULL CHECK (length(jpeg) <= 40960)
) STRICT;
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = {VERSION};
"""
PAGE_SIZE = 512  # bytes; most acts are smaller, and each one writes the page that it is on
Values = tuple[Any, ...]
"""A row as stored; the last value is its checksum."""

INSERT = "INSERT INTO row VALUES (?,?,?,?,?,?,?,?,?,?,?,?)"
REPLACE = INSERT.replace("INSERT", "INSERT OR REPLACE")
CHECKSUM_BEFORE_FIRST_ROW = ""


def empty_schema() -> list[tuple[str | None, ...]]:
    """Return the `actual_schema` of an empty log."""
    with contextlib.closing(sqlite3.connect(":memory:")) as db:
        make_tables(db)
        return actual_schema(db)


def actual_schema(db: sqlite3.Connection) -> list[tuple[str | None, ...]]:
    """Return type, name, table and SQL of everything in `db`, by name."""
    found = db.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name")
    return found.fetchall()


def make_tables(db: sqlite3.Connection) -> None:
    """Make an empty log of the empty database `db`, atomically."""
    db.execute(f"PRAGMA page_size = {PAGE_SIZE}")
    db.executescript(f"BEGIN IMMEDIATE; {_TABLES} COMMIT;")


def with_checksum(values: Values, before: str) -> Values:
    """Return the `values` of a row with its checksum; `before` is that of the row before."""
    # A damaged value may be one that JSON cannot express: its checksum is wrong anyway.
    text = json.dumps([before, *values], separators=(",", ":"), default=repr)
    return (*values, hashlib.blake2b(text.encode(), digest_size=16).hexdigest())


def write_checksums(db: sqlite3.Connection) -> None:
    """Renew the checksums of all rows of the log `db`, after rows were changed on purpose."""
    before = CHECKSUM_BEFORE_FIRST_ROW
    for values in db.execute("SELECT * FROM row ORDER BY seq").fetchall():
        before = with_checksum(values[:-1], before)[-1]
        db.execute("UPDATE row SET checksum = ? WHERE seq = ?", (before, values[0]))


def verified_rows(
    rows: Generator[Values, None, None] | sqlite3.Cursor, before: str, seq: int
) -> Iterator[Values]:
    """Yield `rows`, which follow row `seq` with the checksum `before`.

    Raises `ValueError` unless they are what was written.
    """
    # Left open, the cursor would be closed after its database.
    with contextlib.closing(rows) as each:
        for values in each:
            seq += 1
            if values[0] != seq:
                raise ValueError("rows are missing")
            if with_checksum(values[:-1], before) != values:
                raise ValueError(f"row {seq} is not what was written")
            before = values[-1]
            yield values
