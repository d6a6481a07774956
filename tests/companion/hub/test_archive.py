"""Rows are archived once and in order, however messages are repeated, delayed or changed."""

import json
from datetime import datetime
from typing import Any

import psycopg
import pytest

from companion.hub.archive import Archive, migrate, plausible_time
from companion.log.schema import with_checksum
from companion.mqtt.messages import GameStanding, LoggedRow, RowsMessage, game_id

TABLE = "0a1b2c3d"


class TableLog:
    """A log of meaningless rows."""

    def __init__(self, rows: tuple[LoggedRow, ...] = ()) -> None:
        self.rows = rows

    def plus(self, *kinds: str, at: str = "2026-11-23T20:00:00.000+00:00", body: str = "{}") -> Any:
        """Return this log with more rows of these `kinds`."""
        rows = list(self.rows)
        for kind in kinds:
            values = (len(rows) + 1, kind, body, "hand", "tablet", at, None, None, None, None, None)
            rows.append(with_checksum(values, rows[-1][-1] if rows else ""))  # type: ignore[arg-type]
        return TableLog(tuple(rows))

    def back_to(self, seq: int) -> Any:
        """Return this log up to row `seq`."""
        return TableLog(self.rows[:seq])

    def told(self, first: int, last: int | None = None, **more: Any) -> RowsMessage:
        """Return the message with rows `first` to `last`."""
        before = self.rows[first - 2][-1] if first > 1 else ""
        return RowsMessage(before, list(self.rows[first - 1 : last]), **more)


class OneTable(Archive):
    """An archive with one table."""

    def take(self, told: RowsMessage) -> int | None:
        """Archive it; return the first missing row."""
        return self.store([(TABLE, told)]).get(TABLE)


@pytest.fixture
def archive(db: psycopg.Connection) -> OneTable:
    """Return the empty archive of `db`."""
    return OneTable(db)


def kept(db: psycopg.Connection) -> list[tuple[Any, ...]]:
    """Return the rows of the archive in the form of a log."""
    return db.execute(
        "SELECT seq, kind, body::text, source, who, logged_at, request, request_body, eye, reading,"
        " picture, checksum FROM rows WHERE table_id = %s ORDER BY seq, game",
        (TABLE,),
    ).fetchall()


def test_rows_are_kept_word_for_word_and_once(archive: OneTable, db: psycopg.Connection) -> None:
    """Repeated or overlapping messages are stored once, exactly as in the log."""
    log = TableLog().plus("start", "action", body='{"b":1.0e2,"a":"\\u0000 \\ud800"}').plus("undo")
    assert archive.take(log.told(1, 2)) is None
    assert archive.take(log.told(1, 2)) is None
    assert archive.take(log.told(2, 3)) is None
    assert archive.take(log.told(1, 3)) is None
    assert kept(db) == list(log.rows)
    assert {row[0] for row in db.execute("SELECT game FROM rows")} == {game_id(log.rows[0][-1])}


def test_missing_rows_are_requested(archive: OneTable, db: psycopg.Connection) -> None:
    """Rows after a gap are not archived; the missing ones are named."""
    log = TableLog().plus("start", *["action"] * 9)
    assert archive.take(log.told(3)) == 1
    archive.take(log.told(1, 4))
    assert archive.take(log.told(7)) == 5
    assert len(kept(db)) == 4
    assert archive.missing_rows({TABLE: (10, log.rows[9][-1])}) == {TABLE: 5}
    assert archive.missing_rows({TABLE: (4, log.rows[3][-1])}) == {}


def test_restoring_a_log_keeps_the_games_already_archived(
    archive: OneTable, db: psycopg.Connection
) -> None:
    """Games started after the backup stay, next to those that are played now."""
    old = TableLog().plus("start", "action", "action", "start", "action")
    new = old.back_to(3).plus("start", "action", "action", at="2026-11-24T20:00:00.000+00:00")
    archive.take(old.told(1))
    assert archive.take(new.told(4)) is None
    assert kept(db) == sorted(
        [*old.rows, *new.rows[3:]], key=lambda row: (row[0], game_of(db, row))
    )
    assert db.execute("SELECT code, detail FROM notices").fetchall() == [
        ("log_restored", {"to": 3, "from": 5})
    ]


def game_of(db: psycopg.Connection, row: tuple[Any, ...]) -> str:
    """Return the game of an archived row."""
    found = db.execute("SELECT game FROM rows WHERE checksum = %s", (row[-1],)).fetchone()
    assert found is not None
    return str(found[0])


def test_a_game_restored_to_its_middle_goes_on_from_there(
    archive: OneTable, db: psycopg.Connection
) -> None:
    """Only what the table sends now belongs to that game; other rows are put aside."""
    old = TableLog().plus("start", *["action"] * 5)
    new = old.back_to(3).plus("undo", "action", at="2026-12-24T20:00:00.000+00:00")
    archive.take(old.told(1))
    assert archive.take(new.told(4)) is None
    assert kept(db) == list(new.rows)
    assert db.execute("SELECT seq FROM replaced_rows ORDER BY seq").fetchall() == [(4,), (5,), (6,)]


def test_two_tables_with_one_identity_are_noted(archive: OneTable, db: psycopg.Connection) -> None:
    """Replaced rows are kept; if that happens often, a notice names the cause."""
    log = TableLog().plus("start", "action")
    one, other = log.plus("action"), log.plus("undo", "undo")
    for _ in range(5):
        archive.take(one.told(1))
        archive.take(other.told(1))
    assert db.execute("SELECT count(*) FROM replaced_rows").fetchall() == [(3,)]
    codes = db.execute("SELECT code FROM notices ORDER BY id").fetchall()
    assert codes == [("log_restored",), ("two_tables",)]


def test_the_point_where_two_logs_part_is_found(archive: OneTable, db: psycopg.Connection) -> None:
    """If the longer log diverged long ago, earlier and earlier rows are requested."""
    old = TableLog().plus("start", *["action"] * 40)
    new = old.back_to(9).plus("start", *["action"] * 50)
    archive.take(old.told(1))
    ask = archive.missing_rows({TABLE: (60, new.rows[-1][-1])}).get(TABLE)
    asked = []
    while ask is not None:
        asked.append(ask)
        ask = archive.take(new.told(ask))
    assert asked == [42, 21, 11, 6]
    assert kept(db) == list(new.rows)


def test_a_new_log_is_kept_next_to_the_old_one(archive: OneTable, db: psycopg.Connection) -> None:
    """Nothing of the old log is lost, and it is noted."""
    old = TableLog().plus("start", "action")
    new = TableLog().plus("start", "action", at="2026-12-24T20:00:00.000+00:00")
    archive.take(old.told(1))
    assert archive.take(new.told(1)) is None
    assert len(kept(db)) == 4
    assert archive.missing_rows({TABLE: (2, new.rows[1][-1])}) == {}


@pytest.mark.parametrize("at", ["1970-01-01T00:00:07.000+00:00", "2199-01-01T00:00:00Z", "soon"])
def test_a_wrong_clock_is_not_believed(archive: OneTable, db: psycopg.Connection, at: str) -> None:
    """A row with an impossible time counts as of now; the log's text stays as it is."""
    archive.take(TableLog().plus("start", at=at).told(1))
    (found,) = db.execute("SELECT logged_at, abs(extract(epoch FROM now() - at)) FROM rows")
    assert found[0] == at
    assert found[1] < 600


def test_a_hub_with_a_wrong_clock_trusts_the_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even a hub that starts in 1970 files an evening under its month."""

    class Wrong(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return datetime(1970, 1, 1, tzinfo=tz)

    monkeypatch.setattr("companion.hub.archive.datetime", Wrong)
    told = "2026-11-23T20:00:00.000+00:00"
    assert plausible_time(told) == datetime.fromisoformat(told)


def test_a_game_is_archived_as_last_reported(archive: OneTable, db: psycopg.Connection) -> None:
    """The archive shows how a game ended, its dice, and that it was undone."""
    log = TableLog().plus("start", "action", "action")
    line: Any = {"game": "yacht", "title": "Yacht", "unit": "points", "version": 1, "over": False}
    line |= {"began": log.rows[0][5], "last": log.rows[0][5], "names": ["Ana", "Ben"]}
    line |= {"scores": [1, 2], "places": None}
    summary: Any = {"line": line, "fewest_wins": False, "feats": [], "dice": {}}
    game = game_id(log.rows[0][-1])
    archive.take(log.told(1, 2, game=GameStanding(game, 1, "", summary)))
    line |= {"over": True, "scores": [3, 2], "places": [1, 2]}
    summary["dice"] = {"white": [1, 2, 3, 4, 5, 6]}
    archive.take(log.told(3, game=GameStanding(game, 1, "", summary), counting={game: False}))
    columns = "seq, scores, places, ended_at IS NOT NULL, counts"
    assert db.execute(f"SELECT {columns} FROM games").fetchall() == [
        (3, [3, 2], [1, 2], True, False)
    ]
    assert db.execute("SELECT body, counts FROM dice").fetchall() == [("white", [1, 2, 3, 4, 5, 6])]
    # An impossible game is left out, and its rows are kept.
    for wrong in ({"places": [1]}, {"names": []}, {"scores": [1]}, {"names": ["\0", "Ben"]}):
        wrong_summary: Any = {**summary, "line": {**line, **wrong}}
        assert archive.take(log.told(1, game=GameStanding(game, 1, "", wrong_summary))) is None
    archive.take(log.told(1, game=GameStanding("../../x", 1, "", summary)))
    assert db.execute(f"SELECT {columns} FROM games").fetchall() == [
        (3, [3, 2], [1, 2], True, False)
    ]


def test_a_table_cannot_fill_the_disk(
    archive: OneTable, db: psycopg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over its quota, its rows are neither archived nor asked for; with time it may send more."""
    monkeypatch.setattr("companion.hub.archive.TABLE_BYTES", 5_000)
    monkeypatch.setattr("companion.hub.archive.TABLE_BYTES_A_DAY", 5_000)
    log = TableLog()
    for number in range(9):
        log = log.plus("action" if number else "start", body=json.dumps(["x" * 2_000]))
        archive.take(log.told(number + 1))
    assert kept(db) == list(log.rows[:4])
    assert db.execute("SELECT code FROM notices").fetchall() == [("quota",)]
    sent = {TABLE: (9, log.rows[-1][-1])}
    assert archive.missing_rows(sent) == {TABLE: 5}
    archive.take(log.told(5))
    assert archive.store([("0000000b", log.told(1, 1)), (TABLE, log.told(5, 5))]) == {}
    assert len(kept(db)) == 4
    sent_by_other = "SELECT bytes FROM tables WHERE id = '0000000b'"
    before = db.execute(sent_by_other).fetchall()
    archive.store([("0000000b", log.told(1, 1))])  # with known rows a game may grow, too
    assert db.execute(sent_by_other).fetchall() > before
    db.execute("UPDATE tables SET joined_at = now() - interval '2 days'")
    assert archive.take(log.told(5, 6)) is None
    assert kept(db) == list(log.rows[:6])


def test_a_huge_row_is_kept(archive: OneTable, db: psycopg.Connection) -> None:
    """Three megabytes are no problem."""
    log = TableLog().plus("start", body=json.dumps({"names": ["x" * 3_000_000]}))
    archive.take(log.told(1))
    assert kept(db) == list(log.rows)


def test_migrations_run_once(db: psycopg.Connection) -> None:
    """A second hub finds them done; that of an older program does not touch a newer archive."""
    migrate(db)
    db.execute("INSERT INTO migrations VALUES ('999.sql')")
    with pytest.raises(ValueError, match="newer"):
        migrate(db)
