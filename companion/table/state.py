"""The state of a table after all rows of its log."""

from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from companion.log.history import NON_ACT_KINDS, REPLAY_ERRORS, History
from companion.log.log import damaged_error
from companion.log.moment import Moment
from companion.log.readings import Verdict
from companion.log.rows import Row
from companion.rolls.roll_state import Question, RollState
from companion.table.snapshot import game_view, log_view, newest_row_view
from companion.table.views import GameView, NewestRowView, TableStateView
from engine.core.awaited_dice import AwaitedDice
from engine.core.game import Games
from engine.core.game_rules import Timer
from engine.core.names import person_key
from engine.core.refusals import Json

RECENT_ROWS = 500  # rows in which a table looks for questions when it opens, at least


def state_of_rows(
    rows: Sequence[Row],
    games: Games,
    path: Path,
    now: float,
    pictures: Container[str] = frozenset(),
) -> "TableState":
    """Return the state after `rows` of the log at `path`, opened `now`, with these `pictures`.

    Raises `FileError` ``log_damaged`` unless everything that is needed now can be played and shown.
    """
    try:
        history = History(games, rows)
        # Nobody knows when readings came on this clock: whatever rested before `now` is late.
        rolls = RollState(now, now)
        for seq in range(_first_that_matters(history) + 1, len(rows) + 1):
            row = history.rows[seq - 1]
            rolls = rolls.after_row(row, history.head_at(seq - 1))
        game, timer = game_view(history.head), timer_after(history.head)
        state = TableState(
            history, rolls, pictures, game, newest_row_view(history, pictures), timer
        )
        _ = log_view(history, pictures), state.question  # both are shown on demand
    except REPLAY_ERRORS as error:
        raise damaged_error(path, f"it cannot be played again: {error}") from error
    return state


def _first_that_matters(history: History) -> int:
    """Return the row after which all readings are needed for questions.

    It is the one before the start of the previous game: nobody undoes an earlier start.
    """
    first = len(history.rows)
    for _ in range(2):
        head = history.head_at(first)
        first = 0 if head is None else head.start.row - 1
    return max(0, min(first, len(history.rows) - RECENT_ROWS))


def timer_after(moment: Moment | None) -> Timer | None:
    """Return what happens automatically if nobody acts after `moment`."""
    return None if moment is None or moment.is_paused else moment.game.timer(moment.state)


@dataclass(frozen=True, slots=True)
class TableState:
    """The state of a table; it is immutable, and each row makes a new one.

    `pictures` are the names of the stored ones, `game` and `newest` are views of the game and of
    its last act and roll, and `timer` is what happens automatically if nobody acts.
    """

    history: History
    rolls: RollState
    pictures: Container[str]
    game: GameView
    newest: NewestRowView
    timer: Timer | None

    @property
    def head(self) -> Moment | None:
        """The last act that counts."""
        return self.history.head

    @property
    def game_start(self) -> int | None:
        """The row that started the present game, if there is one."""
        return self.history.game_start_at(len(self.history.rows))

    @property
    def awaited_dice(self) -> AwaitedDice | None:
        """The dice that the game awaits."""
        return None if self.head is None else self.head.awaited_dice

    @property
    def dice_set(self) -> str:
        """The name of the game's taught set of dice; "" without one."""
        return "" if self.head is None else self.head.started_with.dice_set

    @property
    def question(self) -> tuple[Question, Verdict] | None:
        """The reading that somebody has to answer, with its present verdict."""
        return next(self.rolls.questions(self.history), None)

    @property
    def likely_question(self) -> tuple[Question, Verdict] | None:
        """The question, if its roll is played unless somebody objects."""
        asked = self.question
        return asked if asked is not None and asked[1].outcome == "likely" else None

    @property
    def names(self) -> list[str]:
        """The players by seat; nobody before the first game."""
        return [seat["name"] for seat in self.game["seats"]]

    @property
    def seat_to_act(self) -> int | None:
        """The seat to act, if the game waits for one player."""
        return self.game["turn"]

    @property
    def original_names(self) -> Sequence[str]:
        """The original names of the players, by seat, which the phones of renamed people keep."""
        return () if self.head is None else self.head.original_names

    def original_name_of(self, name: str) -> str:
        """Return the original name of the player called `name` now; `name` if there is none."""
        pairs = zip(self.names, self.original_names, strict=True)
        return {person_key(new): old for new, old in pairs}.get(person_key(name), name)

    @property
    def is_playing(self) -> bool:
        """Whether there is an unfinished game."""
        return bool(self.game["seats"]) and not self.game["over"]

    def private_view(self, seat: int) -> dict[str, Json]:
        """Return the private view of `seat` of the present game."""
        return {} if self.head is None else self.head.game.private_view(self.head.state, seat)

    def row_of_reading(self, number: int) -> int | None:
        """Return the row of the reading `number`, if it is asked about or the newest."""
        asked = self.question
        if asked is not None and asked[0].reading.number == number:
            return asked[0].row
        recent = islice(reversed(self.history.rows), RECENT_ROWS)
        newest = next((row for row in recent if row.reading_number is not None), None)
        return newest.seq if newest is not None and newest.reading_number == number else None

    def after_row(self, row: Row) -> "TableState":
        """Return the state after `row`; raises a `Refusal`.

        Everything that can fail is computed here, before the row is stored.
        """
        moment = self.history.check_playable(row)
        history = self.history.with_row(row, moment)
        rolls = self.rolls.after_row(row, self.head)
        following = replace(self, history=history, rolls=rolls)
        if row.kind in NON_ACT_KINDS:
            return following
        newest = newest_row_view(history, self.pictures)
        return replace(following, game=game_view(moment), newest=newest, timer=timer_after(moment))

    def after_storing(self, rows: Sequence[Row], before: "TableState", now: float) -> "TableState":
        """Return the state after `rows`, which led here from `before`, were stored at `now`."""
        last = rows[-1]
        if last.kind in NON_ACT_KINDS:
            return self
        begins = any(row.kind == "start" for row in rows)
        changed = begins or self.awaited_dice != before.awaited_dice
        return replace(self, rolls=self.rolls.after_storing(last, now, changed=changed))

    def view(self) -> TableStateView:
        """Return everybody's view of the game and the log."""
        history = self.history
        return {
            **self.game,
            "version": history.version,
            "undo_to": history.version_after_undo,
            "redo_to": history.version_after_redo,
            **self.newest,
        }
