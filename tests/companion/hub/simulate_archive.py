"""Fills an archive with ten million rows and times what the hub's pages ask: a tool of its own.

`python -m tests.companion.hub.simulate_archive --rows 10000000` takes 5 GB of /tmp.
"""

import argparse
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg

from companion.hub import queries
from companion.hub.archive.schema import make_partition, migrate
from tests.companion.hub.services import Database

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
    """Let 200 tables have played two years."""
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


def measure(database: Database) -> None:
    """Print how long each question takes: the longest of five."""
    with queries.connect(database.dsn) as db:
        month = datetime.now(UTC).date().replace(day=1) - timedelta(days=31)
        month = month.replace(day=1)
        table, game = "00000007", db.execute("SELECT game FROM games LIMIT 1").fetchone()
        assert game is not None
        questions: dict[str, Callable[[], object]] = {
            "tables": lambda: queries.tables(db),
            "months": lambda: queries.months(db),
            "evenings": lambda: queries.evenings(db, month),
            "evening": lambda: queries.evening(db, month),
            "titles": lambda: queries.titles(db, month),
            "league": lambda: queries.league(db, month, "Yacht"),
            "ladder": lambda: queries.ladder(db, "Yacht"),
            "dice_fairness": lambda: queries.dice_fairness(db),
            "table_history": lambda: queries.table_history(db, table),
            "game_rows": lambda: queries.game_rows(db, table, game["game"]),
        }
        for name, ask in questions.items():
            took = []
            for _ in range(5):
                begin = time.perf_counter()
                ask()
                took.append(time.perf_counter() - begin)
            print(f"{name:15} {min(took) * 1000:7.1f} to {max(took) * 1000:7.1f} ms", flush=True)


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
            measure(database)
        finally:
            database.stop()


if __name__ == "__main__":
    main()
