"""The archive: receives the rows of tables, each once and in order.

A table is the authority of its own log, and a row's checksum covers all rows before it. So rows are
accepted only if the row before them is here, with the same checksum; otherwise rows are missing,
and the hub asks for them. A table that was restored from a backup sends rows that differ from those
here. Games that it had started after the backup were played, and stay; in the game during which the
backup was made, the later rows are replaced. Both are noted.
"""

import json
import time
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from importlib import resources
from typing import Any, NamedTuple

import msgspec
import psycopg

from companion.budget import TABLE_BYTES, TABLE_BYTES_A_DAY
from companion.mqtt.messages import (
    MAX_SEATS,
    GameStanding,
    LoggedRow,
    PublicTableState,
    RowsMessage,
    game_id,
)

# A Pi without a clock starts in 1970; plausible times lie between these.
_EARLIEST, _LATEST = datetime(2020, 1, 1, tzinfo=UTC), datetime(2100, 1, 1, tzinfo=UTC)
_KEEP_GAME = b"""INSERT INTO games VALUES
 (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
 ON CONFLICT (table_id, game) DO UPDATE SET seq = excluded.seq, title = excluded.title,
 ended_at = excluded.ended_at, names = excluded.names, scores = excluded.scores,
 places = excluded.places, feats = excluded.feats"""


class ArchivedRow(NamedTuple):
    """The number and checksum of an archived row of a table, and its game."""

    seq: int
    checksum: str
    game: str


class Archive:
    """The archive in the database `db`, which only one process at a time writes."""

    def __init__(self, db: psycopg.Connection) -> None:
        self._db, self.notices = db, Notices(db)
        self._months: set[tuple[int, int]] = set()
        # Of the present transaction: the newest rows of tables, and rows not yet written.
        self._newest: dict[str, ArchivedRow] = {}
        self._room: dict[str, int] = {}  # bytes that each may still send
        self._sizes: Counter[str] = Counter()  # of what they have sent, known rows included
        self._new: list[tuple[Any, ...]] = []

    def store(self, messages: Sequence[tuple[str, RowsMessage]]) -> dict[str, int]:
        """Store the messages of tables atomically.

        Their rows must be in order, with right checksums. Returns, for each table with missing
        rows, the first row to ask for. Raises `psycopg.Error`.
        """
        missing: dict[str, int] = {}
        try:
            with self._db.transaction():
                self._lock({table for table, _ in messages})
                for table, rows in messages:
                    first_missing = self._keep(table, rows)
                    missing.pop(table, None)
                    if first_missing is not None:
                        missing[table] = first_missing
                self._write()
                self._db.cursor().executemany(
                    "UPDATE tables SET bytes = bytes + %s WHERE id = %s",
                    [(size, table) for table, size in sorted(self._sizes.items())],
                )
        except BaseException:
            self._months.clear()  # new partitions were rolled back
            raise
        finally:
            self._new.clear()
            self._sizes.clear()
        return missing

    def _keep(self, table: str, message: RowsMessage) -> int | None:
        first = message.rows[0][0]
        new: Sequence[LoggedRow] = message.rows
        size = len(msgspec.json.encode(message))
        if size > self._room[table]:
            self.notices.note(table, "quota", {"bytes": size})
            return None
        self._room[table] -= size
        self._sizes[table] += size
        newest = self._newest[table]
        before = self._row(table, first - 1, message.before)
        if before is None:
            return _ask_from(newest, first - 1)
        if before != newest:  # rare: some of the rows may be known
            new, before = self._unknown(table, new, before)
        if new:
            if before != newest:
                self._go_back(table, newest, before)
            self._add(table, new, before.game)
        if message.game is not None:
            why = why_implausible(message.game)
            if why or not self._is_start(table, message.game):
                self.notices.note(table, "game_refused", {"first": message.game.first, "why": why})
            else:
                self._keep_game(table, message.game, message.rows[-1][0])
        if message.counting is not None:
            self._db.execute(
                "UPDATE games SET counts = new.counts"
                " FROM unnest(%s::text[], %s::bool[]) AS new (game, counts)"
                " WHERE table_id = %s AND games.game = new.game",
                (list(message.counting), list(message.counting.values()), table),
            )
        return None

    def missing_rows(self, sent: Mapping[str, tuple[int, str]]) -> dict[str, int]:
        """Return, for each table with missing rows, the first row to ask for.

        `sent` is the newest row, with its checksum, that each table has sent.
        """
        missing = {}
        with self._db.transaction():
            self._lock(sent)
            for table, (seq, checksum) in sent.items():
                if self._room[table] > 0 and self._row(table, seq, checksum) is None:
                    missing[table] = _ask_from(self._newest[table], seq)
        return missing

    def store_states(
        self, states: Mapping[str, PublicTableState], online: Mapping[str, bool]
    ) -> None:
        """Store the newest states of tables, and whether they are online."""
        encoded = {id_: msgspec.json.encode(state).decode() for id_, state in states.items()}
        self._db.cursor().executemany(
            "INSERT INTO tables (id, state, online, seen_at)"
            " VALUES (%(id)s, %(state)s::text::json, coalesce(%(online)s, false), now())"
            " ON CONFLICT (id) DO UPDATE SET seen_at = now(),"
            " state = coalesce(excluded.state, tables.state),"
            " online = coalesce(%(online)s, tables.online)",
            [
                {"id": table, "state": encoded.get(table), "online": online.get(table)}
                for table in sorted(states.keys() | online.keys())
            ],
        )

    def _lock(self, tables: Collection[str]) -> None:
        """Lock `tables`, adding unknown ones, and read their newest rows."""
        ids = sorted(tables)
        self._db.execute(
            "INSERT INTO tables (id) SELECT unnest(%s::text[]) ON CONFLICT DO NOTHING", (ids,)
        )
        found = self._db.execute(
            "SELECT id, %s + %s * (1 + extract(day FROM now() - joined_at)::bigint) - bytes,"
            " seq, checksum, game FROM tables WHERE id = ANY(%s) ORDER BY id FOR UPDATE",
            (TABLE_BYTES, TABLE_BYTES_A_DAY, ids),
        ).fetchall()
        self._room = {id_: room for id_, room, *_ in found}
        self._newest = {id_: ArchivedRow(*row) for id_, _, *row in found}

    def _row(self, table: str, seq: int, checksum: str) -> ArchivedRow | None:
        """Return row `seq` of a table if it has this `checksum`; row 0 is the start of the log."""
        if (seq, checksum) == self._newest[table][:2]:
            return self._newest[table]
        if seq == 0:
            return ArchivedRow(0, "", "") if checksum == "" else None
        return self._rows(table, seq, seq).get(checksum)

    def _rows(self, table: str, first: int, last: int) -> dict[str, ArchivedRow]:
        """Return the rows of a table from `first` to `last`, in all its logs, by checksum."""
        self._write()
        select = (
            "SELECT seq, checksum, game FROM rows WHERE table_id = %s AND seq BETWEEN %s AND %s"
        )
        return {row[1]: ArchivedRow(*row) for row in self._db.execute(select, (table, first, last))}

    def _unknown(
        self, table: str, rows: Sequence[LoggedRow], before: ArchivedRow
    ) -> tuple[Sequence[LoggedRow], ArchivedRow]:
        """Return the new ones among `rows`, which follow `before`, and the row before those."""
        known = self._rows(table, rows[0][0], rows[-1][0])
        for at, row in enumerate(rows):
            if row[-1] not in known:
                return rows[at:], before
            before = known[row[-1]]
        return (), before

    def _go_back(self, table: str, newest: ArchivedRow, to: ArchivedRow) -> None:
        """Make the row `to` the newest, since the table sends other rows after it."""
        self._write()
        self.notices.note_restored(table, {"to": to.seq, "from": newest.seq})
        self._db.execute(
            "WITH gone AS (DELETE FROM rows WHERE table_id = %s AND game = %s AND seq > %s"
            " RETURNING *) INSERT INTO replaced_rows SELECT * FROM gone ON CONFLICT DO NOTHING",
            (table, to.game, to.seq),
        )
        self._db.execute(
            "UPDATE games SET ended_at = NULL, places = NULL WHERE table_id = %s AND game = %s",
            (table, to.game),
        )

    def _add(self, table: str, rows: Sequence[LoggedRow], game: str) -> None:
        for seq, kind, body, source, who, logged_at, *others in rows:
            if kind == "start":
                game = game_id(rows[seq - rows[0][0]][-1])
            at = plausible_time(logged_at)
            if (at.year, at.month) not in self._months:
                make_partition(self._db, at.year, at.month)
                self._months.add((at.year, at.month))
            values = (table, game, seq, at, kind, body, source, who, logged_at, *others)
            self._new.append(values)
        self._newest[table] = ArchivedRow(rows[-1][0], rows[-1][-1], game)

    def _write(self) -> None:
        if not self._new:
            return
        with self._db.cursor() as cursor:
            with cursor.copy("COPY rows FROM STDIN") as copy:
                for values in self._new:
                    copy.write_row(values)
            tables = {values[0] for values in self._new}
            cursor.executemany(
                "UPDATE tables SET seq = %s, checksum = %s, game = %s WHERE id = %s",
                [(*self._newest[table], table) for table in sorted(tables)],
            )
        self._new.clear()

    def _is_start(self, table: str, game: GameStanding) -> bool:
        """Return whether the row that started `game` is here."""
        starts = self._rows(table, game.first, game.first)
        return any(game_id(row) == game.game == start.game for row, start in starts.items())

    def _keep_game(self, table: str, game: GameStanding, seq: int) -> None:
        summary, line = game.summary, game.summary["line"]
        began, last = plausible_time(line["began"]), plausible_time(line["last"])
        self._db.execute(
            _KEEP_GAME,
            (
                *(table, game.game, game.first, seq),
                *(line["game"], line["title"], line["unit"], summary["fewest_wins"]),
                *(began, last if line["over"] else None),
                *(line["names"], line["scores"], line["places"], json.dumps(summary["feats"])),
            ),
        )
        self._db.execute("DELETE FROM dice WHERE table_id = %s AND game = %s", (table, game.game))
        self._db.cursor().executemany(
            "INSERT INTO dice VALUES (%s, %s, %s, %s, %s)",
            [
                (table, game.game, body, game.dice_set, counts)
                for body, counts in summary["dice"].items()
            ],
        )


def _ask_from(newest: ArchivedRow, seq: int) -> int:
    """Return the first row to ask for if row `seq` of a table is not here."""
    return newest.seq + 1 if seq > newest.seq else seq // 2 + 1


def plausible_time(text: str) -> datetime:
    """Return a time that a table sent (ISO 8601), or now if its clock was clearly wrong.

    If the hub's own clock is clearly wrong, any plausible time is accepted.
    """
    now = datetime.now(UTC)
    latest = _LATEST if now < _EARLIEST else now + timedelta(days=1)
    try:
        at = datetime.fromisoformat(text)
        return at.astimezone(UTC) if _EARLIEST <= at < latest else now
    except (ValueError, TypeError, OverflowError):  # not a time, or without a zone
        return now


_SAME_NOTICE_SECONDS = 60.0  # in this time the same notice is stored once
# If a log is restored this often in this time, two tables share an identity.
_OFTEN, _OFTEN_SECONDS = 3, 600.0


class Notices:
    """Notices about tables in the archive `db`."""

    def __init__(self, db: psycopg.Connection) -> None:
        self._db = db
        self._noted: dict[tuple[str, str], float] = {}
        self._restored: dict[str, list[float]] = {}

    def note(self, table: str, code: str, detail: Mapping[str, Any]) -> None:
        """Note what happened to a table; each `code` at most once a minute."""
        now = time.monotonic()
        if now - self._noted.get((table, code), -_SAME_NOTICE_SECONDS) < _SAME_NOTICE_SECONDS:
            return
        self._noted[table, code] = now
        self._db.execute(
            "INSERT INTO notices (table_id, code, detail) VALUES (%s, %s, %s)",
            (table, code, json.dumps(detail)),
        )

    def note_restored(self, table: str, detail: Mapping[str, Any]) -> None:
        """Note that a table was restored from an earlier copy of its log (``log_restored``).

        If that happens often, two tables share one identity (``two_tables``).
        """
        now = time.monotonic()
        recent = [at for at in self._restored.get(table, ()) if now - at < _OFTEN_SECONDS]
        self._restored[table] = [*recent, now][-_OFTEN:]
        self.note(table, "two_tables" if len(recent) >= _OFTEN - 1 else "log_restored", detail)


_MAX_TEXT_LENGTH, _MAX_FEATS_LENGTH, _MAX_BODIES = 200, 65536, 16


def why_implausible(game: GameStanding) -> str:
    """Return why `game` cannot be a played game; "" if it can.

    One table must not break the pages of the whole café.
    """
    summary, line = game.summary, game.summary["line"]
    names, places, seats = line["names"], line["places"], len(line["names"])
    texts = [*names, line["game"], line["title"], line["unit"], game.dice_set, *summary["dice"]]
    if not 1 <= seats <= MAX_SEATS:
        return "no players, or too many"
    if any("\0" in text or len(text) > _MAX_TEXT_LENGTH for text in texts):
        return "a text is missing or too long"
    if len(line["scores"]) != seats or any(abs(score) >= 2**63 for score in line["scores"]):
        return "the scores do not match the players"
    known = [place for place in places or () if place is not None]
    if places is not None and (len(places) != seats or not all(1 <= p <= seats for p in known)):
        return "the places do not match the players"
    dice = summary["dice"].values()
    are_counts = all(len(one) == 6 and min(one) >= 0 and max(one) < 2**31 for one in dice)
    if len(dice) > _MAX_BODIES or not are_counts:
        return "the dice are invalid"
    return "too many feats" if len(json.dumps(summary["feats"])) > _MAX_FEATS_LENGTH else ""


_LOCK = 0x43524F55  # against concurrent migrations


def migrate(db: psycopg.Connection) -> None:
    """Run the missing migrations, atomically.

    Raises `ValueError` if the database was migrated by a newer program.
    """
    folder = resources.files("companion.hub").joinpath("migrations")
    files = sorted(folder.iterdir(), key=lambda path: path.name)
    with db.transaction():
        db.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
        db.execute("CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY)")
        had = {name for (name,) in db.execute("SELECT name FROM migrations")}
        if newer := had - {path.name for path in files}:
            raise ValueError(f"A newer version of Croupier wrote this archive ({max(newer)}).")
        for path in files:
            if path.name not in had:
                db.execute(path.read_bytes())
                db.execute("INSERT INTO migrations VALUES (%s)", (path.name,))


def make_partition(db: psycopg.Connection, year: int, month: int) -> None:
    """Create the partition for the rows of a month (UTC), unless it exists."""
    first = date(year, month, 1)
    after = (first + timedelta(days=32)).replace(day=1)
    db.execute(
        f"CREATE TABLE IF NOT EXISTS rows_{first:%Y_%m} PARTITION OF rows"
        f" FOR VALUES FROM ('{first} 00:00+00') TO ('{after} 00:00+00')".encode()
    )
