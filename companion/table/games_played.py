"""The games that were played at a table and count, as statistics and a look back want them."""

from collections.abc import Callable, Iterator

from companion.log.history import History
from companion.log.played_games import GameRecord, game_up_to, leave_out_left
from companion.log.summaries import StoredSummary
from companion.table.store import Store
from engine.core.refusals import NotNow


class GamesPlayed:
    """The games in `store`, those that are over and the one that is on.

    `sum_up` is called where older ones would have to be played, and returns when that was done.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self.sum_up: Callable[[], object] = lambda: None

    def newest_first(self) -> Iterator[StoredSummary]:
        """Yield what is told of each without playing it again.

        A game that was left and goes on is the one as which it does.
        """
        rows = self._store.state.history.rows
        return leave_out_left(self._all(), rows, lambda game: game.start)

    def _all(self) -> Iterator[StoredSummary]:
        return self._store.summaries.games(self._store.state.history, self.sum_up)

    def find(self, start: int | None = None) -> GameRecord:
        """Return the game that began at the row `start`, or the newest; rules must allow it.

        Also one that was left and goes on as another.

        Raises `NotNow` ``no_game`` if there is none.
        """
        for game in self._all():
            newest = game.version == len(self._store.state.history.rows)
            if start in (None, game.start) and (newest or game.summary is not None):
                return self.with_acts(game)
        raise NotNow("no_game", "No game has begun.")

    def with_acts(self, game: StoredSummary) -> GameRecord:
        """Return one of them, with all its acts."""
        history = self._store.state.history
        if game.version < len(history.rows):
            history = History(history.games, history.rows)
        head = history.head_at(game.version)
        assert head is not None
        return game_up_to(head, history.rows)
