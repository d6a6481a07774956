"""The part of its log that a table sends: rows exactly as stored, and the standing of the game.

The log is read while the table writes it; the table never waits.
"""

import json
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from companion.log.history import REPLAY_ERRORS, History
from companion.log.log import checksum_at, connect_read_only, log_path, rows_in_database
from companion.log.played_games import game_up_to, skip_resumed
from companion.log.schema import CHECKSUM_BEFORE_FIRST_ROW
from companion.log.statistics import summarise_game
from companion.mqtt.messages import (
    MAX_COUNTED_GAMES,
    GameStanding,
    PlayerStanding,
    RowsMessage,
    game_id,
)
from engine.games import GAMES

MAX_ROWS, MAX_BYTES = 256, 65536  # of a message; a larger row is sent alone


class OutgoingLog:
    """The log in `folder`, as it was at the last `refresh`."""

    def __init__(self, folder: Path) -> None:
        self._path = log_path(folder)
        self._db = connect_read_only(self._path)
        self._history = History(GAMES)
        self.count, self.checksum = 0, CHECKSUM_BEFORE_FIRST_ROW
        self.refresh()

    def refresh(self) -> None:
        """Read new rows; raises `FileError`, `sqlite3.Error`."""
        if self.count and checksum_at(self._db, self.count) != self.checksum:
            self._history = History(GAMES)  # the log was replaced
        self._history.rows = rows_in_database(self._db, self._path)
        self.count = len(self._history.rows)
        self.checksum = self.checksum_at(self.count)

    def checksum_at(self, seq: int) -> str:
        """Return the checksum of row `seq`, or the one before the first row."""
        return checksum_at(self._db, seq) or CHECKSUM_BEFORE_FIRST_ROW

    def message(self, first: int) -> RowsMessage:
        """Return rows from `first` on, as many as fit into a message, all of one game."""
        rows = list(self._rows(first))
        last = rows[-1][0]
        changes_path = any(
            kind == "undo" or (kind == "start" and "goes_on" in json.loads(body))
            for _, kind, body, *_ in rows
        )
        counting = self._counting(last) if changes_path else None
        return RowsMessage(self.checksum_at(first - 1), rows, self._game(first, last), counting)

    def _rows(self, first: int) -> Iterator[Any]:
        size = 0
        select = "SELECT * FROM row WHERE seq BETWEEN ? AND ? ORDER BY seq"
        last = min(first + MAX_ROWS - 1, self.count)
        for row in self._db.execute(select, (first, last)).fetchall():
            size += sum(len(value) for value in row if isinstance(value, str))
            if row[0] > first and (row[1] == "start" or size > MAX_BYTES):
                return
            yield row

    def _counting(self, seq: int) -> dict[str, bool]:
        """Return, for each of the newest games of the log, whether it counts after row `seq`.

        Undone games do not. A game that was left and resumed only counts as the resumed one.
        """
        starts = (
            "SELECT seq, checksum FROM row WHERE kind = 'start' AND seq <= ?"
            f" ORDER BY seq DESC LIMIT {MAX_COUNTED_GAMES}"
        )
        on_path = skip_resumed(self._starts_on_path(seq), self._history.rows, lambda start: start)
        counting = set(on_path)
        return {
            game_id(checksum): start in counting
            for start, checksum in self._db.execute(starts, (seq,)).fetchall()
        }

    def _starts_on_path(self, seq: int) -> Iterator[int]:
        """Yield the rows that started the games not undone after row `seq`, newest first."""
        select = (
            "SELECT seq, kind, body FROM row WHERE seq <= ? AND kind IN ('start', 'undo')"
            " ORDER BY seq DESC LIMIT 1"
        )
        while found := self._db.execute(select, (seq,)).fetchone():
            if found[1] == "undo":
                seq = json.loads(found[2])["to"]
            else:
                yield found[0]
                seq = found[0] - 1

    def _game(self, first: int, last: int) -> GameStanding | None:
        """Return the game after row `last`, if it differs from the one before row `first`."""
        with suppress(*REPLAY_ERRORS):  # old rules allowed it, or another program wrote the row
            before, head = self._history.head_at(first - 1), self._history.head_at(last)
            if head is None:
                return None
            start = head.start.row
            is_same = before is not None and before.start.row == start
            if is_same and not any(at.game.is_over(at.state) for at in (before, head) if at):
                return None
            summary = summarise_game(game_up_to(head, self._history.rows))
            if summary is not None:
                game, dice_set = game_id(self.checksum_at(start)), head.started_with.dice_set
                return GameStanding(game, start, dice_set, summary)
        return None

    def state(self) -> dict[str, Any]:
        """Return the game's part of the `PublicTableState`."""
        with suppress(*REPLAY_ERRORS):
            head = self._history.head_at(self.count)
            if head is None:
                return {}
            self._history.forget_versions_before(head.start.row)
            game, state = head.game, head.state
            return {
                "game": game.id,
                "title": game.display_title(state),
                "phase": game.phase(state),
                "over": game.is_over(state),
                "paused": head.is_paused,
                "seats": list(map(PlayerStanding, state.names, game.scores(state))),
                "leads": list(game.leaders(state)),
                "since": datetime.fromisoformat(self._history.rows[head.start.row - 1].at),
            }
        return {}
