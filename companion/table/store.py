"""The log of a table, together with the state after its rows."""

import secrets
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import islice
from pathlib import Path

from companion.files import FileError
from companion.log.history import History
from companion.log.log import Log, rows_in_database
from companion.log.played_games import GameRecord, game_up_to, skip_resumed
from companion.log.rows import Draft, Row
from companion.log.summaries import StoredSummary, Summaries
from companion.log.views import LogRows
from companion.table.snapshot import log_view
from companion.table.state import RECENT_ROWS, state_of_rows
from engine.core.game import Games
from engine.core.refusals import NotAllowed, NotNow


class Store:
    """Keeps `log`, which it owns, and its `state`. One thread at a time may change it.

    `run_id` changes whenever the log is read; `trouble` is why nothing can be written, if so.
    `now` is a monotonic clock in seconds. Raises `FileError` ``log_damaged`` if the rows cannot be
    played, and closes the log then.
    """

    def __init__(self, log: Log, games: Games, now: Callable[[], float]) -> None:
        self.log, self._games, self._now = log, games, now
        try:
            self._begin()
        except BaseException:
            log.close()
            raise

    def check(self, copy: Path) -> None:
        """Raise `FileError` ``log_damaged`` unless the rows of the log at `copy` can be played."""
        with closing(sqlite3.connect(copy)) as db:
            state_of_rows(rows_in_database(db, copy), self._games, copy, self._now())

    def replace_rows(self, copy: Path) -> None:
        """Replace all rows by those of the checked log at `copy`, which is consumed; see `Log`."""
        self.log.replace_rows(copy)
        self._begin()

    def _begin(self) -> None:
        """Start a new run with the rows of the log."""
        log = self.log
        self.state = state_of_rows(log.rows(), self._games, log.path, self._now(), log.pictures)
        self.trouble: FileError | None = None
        newest = islice(reversed(self.state.history.rows), RECENT_ROWS)
        self._requests = {row.request: row.seq for row in newest if row.request}
        self.summaries = Summaries(self.log.path.parent, self.log.checksum)
        self.run_id = secrets.token_hex(4)

    def row_of_request(self, request: str, sent: str) -> int | None:
        """Return the row that the POST `request` of the action `sent` made before, if it did.

        Raises `NotAllowed` ``id_reused`` if it was another action.
        """
        row = self._requests.get(request)
        if row is not None and self.state.history.rows[row - 1].request_body != sent:
            message = "This id was already used for something else."
            raise NotAllowed("id_reused", message, row=row)
        return row

    def append(
        self, drafts: Sequence[Draft], who: str, request: str | None, sent: str | None
    ) -> int:
        """Play and store `drafts`, the last for the POST `request` of the action `sent`.

        Returns the number of the last row. Raises `Refusal`, `FileError` ``log_unwritable``; then
        nothing has changed.
        """
        following = self.state
        rows: list[Row] = []
        try:
            for draft in drafts:
                asked = (request, sent) if draft is drafts[-1] else ()
                row = draft.to_row(len(following.history.rows) + 1, who, *asked)
                if draft.evidence is not None:
                    row = replace(row, picture=self.log.save_picture(draft.evidence))
                following = following.after_row(row)
                rows.append(row)
            self.log.append(*rows)
        except FileError as trouble:
            self.trouble = trouble
            raise
        self.trouble = None
        # A slow SD card may have taken a while.
        self.state = following.after_storing(rows, self.state, self._now())
        if request is not None:
            self._requests[request] = row.seq  # a page without an answer repeats it soon
            if len(self._requests) > 2 * RECENT_ROWS:
                self._requests = dict(islice(self._requests.items(), RECENT_ROWS, None))
        return row.seq

    def newest_rows(self, after: int = 0) -> LogRows:
        """Return the newest `rows` of the log, only those new or changed since `after`.

        `run` and `version` say when that was: versions of another run mean nothing here.
        """
        run, state = self.run_id, self.state
        version = state.history.version
        rows = log_view(state.history, state.pictures, after if after <= version else 0)
        return {"run": run, "version": version, "rows": rows}

    def picture_of_row(self, seq: int) -> bytes | None:
        """Return the JPEG of the reading in which the dice of row `seq` were read, if any."""
        rows = self.state.history.rows
        if not 0 < seq <= len(rows):
            return None
        name = rows[(rows[seq - 1].reading_row or seq) - 1].picture
        return None if name is None else self.log.pictures.get(name)


class GamesPlayed:
    """The games in `store`: finished ones and the present one.

    `sum_up` is called if older games have no summary, and returns once they have.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self.sum_up: Callable[[], object] = lambda: None

    def newest_first(self) -> Iterator[StoredSummary]:
        """Yield the summary of each game without playing it again.

        A game that was left and resumed appears only as the resumed one.
        """
        rows = self._store.state.history.rows
        return skip_resumed(self._all(), rows, lambda game: game.start)

    def _all(self) -> Iterator[StoredSummary]:
        return self._store.summaries.games(self._store.state.history, self.sum_up)

    def find(self, start: int | None = None) -> GameRecord:
        """Return the game that started at row `start`, or the newest, if the rules allow it.

        It finds left games that were resumed, too. Raises `NotNow` ``no_game`` if there is none.
        """
        history = self._store.state.history
        for game in self._all():
            newest = game.version == len(history.rows)
            if start in (None, game.start) and (newest or game.summary is not None):
                # An older game is forgotten again, unless somebody keeps it.
                found = history if newest else History(history.games, history.rows)
                head = found.head_at(game.version)
                assert head is not None
                return game_up_to(head, history.rows)
        raise NotNow("no_game", "No game has been started.")
