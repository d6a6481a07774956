"""The tables of a log, those of older programs, and how their rows become today's.

Each row has a checksum of what it says and of the checksum before, so that a changed byte, a row
too many or one that is missing is found when the rows are read.
"""

import contextlib
import hashlib
import json
import sqlite3
from collections.abc import Callable, Generator, Iterator
from typing import Any

SCHEMA = 3  # what this program writes; a file with a higher number is from a newer one
APPLICATION_ID = 0x43524F55  # "CROU", so that another program's file is not taken for a log

_ROW = """
CREATE TABLE row (
  seq INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN {kinds}),
  body TEXT NOT NULL,
  source TEXT NOT NULL CHECK (source IN ('camera', 'hand', 'correction', 'clock', 'draw')),
  who TEXT NOT NULL,
  at TEXT NOT NULL,
  request TEXT UNIQUE,
  {request_body} TEXT,
  eye TEXT,
  reading INTEGER,
  UNIQUE (eye, reading)
) STRICT;
CREATE TABLE evidence (
  seq INTEGER PRIMARY KEY REFERENCES row (seq),
  jpeg BLOB NOT NULL CHECK (length(jpeg) <= 40960)
) STRICT;
PRAGMA application_id = {application};
PRAGMA user_version = {version};
"""
_ACTS = ("start", "action", "undo", "correct")
_KINDS = (*_ACTS, "reading", "dismiss")

# A backup is known as one of ours by this text, so that it never changes: another text is another
# SCHEMA. From 3 on there is no index: an act writes one page, and no more.
_TABLES = {
    1: _ROW.format(kinds=_ACTS, request_body="asked", application=APPLICATION_ID, version=1),
    2: _ROW.format(
        kinds=_KINDS, request_body="request_body", application=APPLICATION_ID, version=2
    ),
    3: f"""
CREATE TABLE row (
  seq INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN {_KINDS}),
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
PRAGMA user_version = 3;
""",
}
PAGE_SIZE = 512  # bytes; most acts are smaller, and each one writes the page that it is on
Values = tuple[Any, ...]
"""A row as it stands in the file; the last of them is its checksum."""

INSERT = "INSERT INTO row VALUES (?,?,?,?,?,?,?,?,?,?,?,?)"
CHECKSUM_BEFORE_FIRST_ROW = ""  # stands for the checksum before the first row


def schema_of_version(version: int) -> list[tuple[str | None, ...]]:
    """Return type, name, table and SQL of everything in a log of that `version`, by name."""
    with contextlib.closing(sqlite3.connect(":memory:")) as db:
        make_tables(db, version)
        return actual_schema(db)


def actual_schema(db: sqlite3.Connection) -> list[tuple[str | None, ...]]:
    """Return the same of everything in `db`."""
    found = db.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name")
    return found.fetchall()


def make_tables(db: sqlite3.Connection, version: int = SCHEMA) -> None:
    """Make an empty log of the empty database `db`, at once or not at all."""
    db.execute(f"PRAGMA page_size = {PAGE_SIZE}")
    db.executescript(f"BEGIN IMMEDIATE; {_TABLES[version]} COMMIT;")


def version_of(db: sqlite3.Connection) -> int:
    """Return the version of the log that is open as `db`."""
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def with_checksum(values: Values, before: str) -> Values:
    """Return the `values` of a row with its checksum, where `before` is that of the last row."""
    # What a changed byte made of a text may be no text: then its checksum is another all the same.
    text = json.dumps([before, *values], separators=(",", ":"), default=repr)
    return (*values, hashlib.blake2b(text.encode(), digest_size=16).hexdigest())


def rows_in_current_form(
    db: sqlite3.Connection, keep: Callable[[bytes], str] | None = None, table: str = "row"
) -> Generator[Values, None, None]:
    """Yield all rows of the log `db`, of whatever version, as they stand in one of ours.

    The pictures of an older one are given to `keep`, which returns their names; without it they
    are left out. Its rows are in `table`.
    """
    if version_of(db) >= SCHEMA:
        yield from db.execute("SELECT * FROM row ORDER BY seq")
        return
    before = CHECKSUM_BEFORE_FIRST_ROW
    for values in db.execute(f"SELECT * FROM {table} ORDER BY seq"):
        name = None if keep is None else _picture_of(db, values[0], keep)
        values = with_checksum((*values, name), before)
        before = values[-1]
        yield values


def _picture_of(db: sqlite3.Connection, seq: int, keep: Callable[[bytes], str]) -> str | None:
    found = db.execute("SELECT jpeg FROM evidence WHERE seq = ?", (seq,)).fetchone()
    return keep(found[0]) if found else None


def migrate(db: sqlite3.Connection, keep: Callable[[bytes], str] | None = None) -> None:
    """Bring a log of an older program, open as `db`, to our version, at once or not at all.

    Its pictures are given to `keep`; without it they are gone.
    """
    if version_of(db) >= SCHEMA:
        return
    db.execute("BEGIN IMMEDIATE")
    with db:
        db.execute("ALTER TABLE row RENAME TO old_row")
        *tables, _application, to_our_version, _end = _TABLES[SCHEMA].split(";")
        for table in tables:
            db.execute(table)
        db.executemany(INSERT, rows_in_current_form(db, keep, "old_row"))
        db.execute("DROP TABLE evidence")
        db.execute("DROP TABLE old_row")
        db.execute(to_our_version)


def write_checksums(db: sqlite3.Connection) -> None:
    """Give all rows of the log `db`, which were changed on purpose, the checksums they need."""
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
    # Closed here: what is left of it would be closed when its database is gone.
    with contextlib.closing(rows) as each:
        for values in each:
            seq += 1
            if values[0] != seq:
                raise ValueError("rows are missing")
            if with_checksum(values[:-1], before) != values:
                raise ValueError(f"row {seq} is not what was written")
            before = values[-1]
            yield values
