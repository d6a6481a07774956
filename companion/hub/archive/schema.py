"""The archive's tables, brought to our version by one file in `migrations/` after the other."""

from datetime import date, timedelta
from importlib import resources

import psycopg

_LOCK = 0x43524F55  # for who else migrates at the same time


def migrate(db: psycopg.Connection) -> None:
    """Run the migrations that the database has not had, at once or not at all.

    Raises `ValueError` where it has had one of a newer program.
    """
    files = sorted(
        (path for path in resources.files(__package__).joinpath("migrations").iterdir()),
        key=lambda path: path.name,
    )
    with db.transaction():
        db.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
        db.execute("CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY)")
        had = {name for (name,) in db.execute("SELECT name FROM migrations")}
        if newer := had - {path.name for path in files}:
            raise ValueError(f"The archive was written by a newer Croupier ({max(newer)}).")
        for path in files:
            if path.name not in had:
                db.execute(path.read_bytes())
                db.execute("INSERT INTO migrations VALUES (%s)", (path.name,))


def make_partition(db: psycopg.Connection, year: int, month: int) -> None:
    """Make the partition for the rows of a month (UTC), unless it is there."""
    first = date(year, month, 1)
    after = (first + timedelta(days=32)).replace(day=1)
    db.execute(
        f"CREATE TABLE IF NOT EXISTS rows_{first:%Y_%m} PARTITION OF rows"
        f" FOR VALUES FROM ('{first} 00:00+00') TO ('{after} 00:00+00')".encode()
    )
