"""Fills an archive with ten million rows and times the hub's pages: a separate tool.

`python -m tests.companion.hub.simulate_archive --rows 10000000` needs 5 GB in /tmp.
"""

import argparse
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg

from companion.hub.access import HubAccess
from companion.hub.archive import make_partition, migrate
from companion.hub.hub import Hub
from companion.hub.receive import LiveTables
from tests.companion.hub.services import Database
from tests.companion.hub.test_page import FakeBroker, FakeTables, client_of

TABLES, MONTHS, ROWS_A_GAME = 200, 24, 300
GAMES = """
INSERT INTO games SELECT lpad(to_hex(n % %(tables)s), 8, '0'), md5(n::text)::char(16),
  n / %(tables)s * %(length)s + 1, n / %(tables)s * %(length)s + %(length)s,
  title, title, 'points', false, began, began + interval '50 minutes',
  names, ARRAY[n %% 97, n %% 89, n %% 83], ARRAY[1, 2, 3], '[]', n %% 50 <> 0
FROM (SELECT n, (ARRAY['Last Chance', 'Yacht', 'Ten Thousand', 'Last One'])[n %% 4 + 1] AS title,
  now() - (%(games)s - n)::float / %(games)s * interval '23 months' AS began,
  ARRAY['P' || n %% 1009, 'Q' || n %% 2003, 'R' || n %% 3001] AS names
  FROM generate_series(0, %(games)s - 1) AS n) AS played
""".replace("n % %(", "n %% %(")
ROWS = """
INSERT INTO rows SELECT table_id, game, first_seq + i, started_at + i * interval '10 seconds',
  CASE i WHEN 0 THEN 'start' ELSE 'action' END,
  '{"action":{"type":"throw","seat":1},"dice":{"faces":["1","2","3","4","5"],"kept":[]}}',
  'camera', 'device', '2026-11-23T20:00:00.000+00:00', md5(first_seq::text || i), NULL, NULL, NULL,
  NULL, md5(game || i)
FROM games, generate_series(0, %(length)s - 1) AS i
"""
DICE = """
INSERT INTO dice SELECT table_id, game, body, '', ARRAY[20, 21, 19, 20, 22, 18]
FROM games, unnest(ARRAY['white', 'red']) AS body
"""


def fill(db: psycopg.Connection, rows: int) -> None:
    """Write two years of 200 tables."""
    told = {"tables": TABLES, "length": ROWS_A_GAME, "games": rows // ROWS_A_GAME}
    month = datetime.now(UTC)
    for _ in range(MONTHS + 1):
        make_partition(db, month.year, month.month)
        month = month.replace(day=1) - timedelta(days=1)
    db.execute(
        "INSERT INTO tables (id, name) SELECT lpad(to_hex(n), 8, '0'), 'Table ' || n"
        " FROM generate_series(0, %s) AS n",
        (TABLES - 1,),
    )
    for statement in (GAMES, ROWS, DICE):
        db.execute(statement.encode(), told)
    db.execute("VACUUM ANALYZE")


def measure(database: Database, folder: Path) -> None:
    """Print how long each page takes: the longest of five."""
    with psycopg.connect(database.dsn) as db:
        found = db.execute("SELECT table_id, game FROM games WHERE counts LIMIT 1").fetchone()
    assert found is not None
    table, game = found
    last = datetime.now(UTC).replace(day=1) - timedelta(days=1)
    month, day = f"{last:%Y-%m}", f"{last:%Y-%m}-01"
    access = HubAccess(folder)
    access.set_user("admin", "admin", "the admin's")
    hub = Hub(access, LiveTables(), FakeTables(), FakeBroker(), database.dsn)
    browser = client_of(hub, "admin")
    for path in (
        f"tables/{table}",
        "months",
        f"evenings?month={month}",
        f"evening?day={day}",
        f"league?month={month}&title=Yacht",
        "ladder?title=Yacht",
        "fairness",
        f"exports/games.csv?month={month}",
        f"exports/league.csv?month={month}&title=Yacht",
        f"exports/{table}/{game}.jsonl",
    ):
        took = []
        for _ in range(5):
            hub.archive_read_at = -1e9
            begin = time.perf_counter()
            answer = browser.get(f"/api/{path}")
            took.append((time.perf_counter() - begin) * 1000)
            assert answer.status_code == 200, (path, answer.text)
        print(f"{path:45} {min(took):7.1f} to {max(took):7.1f} ms, {len(answer.data)} bytes")


def main() -> None:
    """Fill and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=10_000_000)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="croupier-", ignore_cleanup_errors=True) as folder:
        database = Database(Path(folder))
        database.start("-c", "fsync=off", "-c", "max_wal_size=4GB")
        try:
            with psycopg.connect(database.dsn, autocommit=True) as db:
                migrate(db)
                begin = time.monotonic()
                fill(db, args.rows)
                (size,) = db.execute("SELECT pg_database_size(current_database())").fetchone()  # type: ignore[misc]
                print(f"{args.rows} rows: {size / 1e9:.1f} GB, {time.monotonic() - begin:.0f} s")
            measure(database, Path(folder))
        finally:
            database.stop()


if __name__ == "__main__":
    main()
