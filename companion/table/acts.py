"""What people ask of the table: begin, undo, correct, tell the dice, or act in the game that is on.

Each act says the row that would do it. Pure but for chance, which is drawn here.
"""

import secrets
from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import field, replace
from typing import cast

from msgspec.structs import replace as replace_fields

from companion.log.moment import find_game
from companion.log.played_games import GameRecord
from companion.log.rows import ActionBody, CorrectionBody, DismissalBody, Roll, StartBody, UndoBody
from companion.rolls.verdict import consistent_kept
from companion.table.drafts import Draft, body_of_dice
from companion.table.settings import COUNT_SECONDS, DEFAULT_SECONDS
from companion.table.snapshot import export_game, state_differences
from companion.table.state import TableState
from companion.table.store import GamesPlayed
from companion.table.views import CorrectionPreview, OnLikely
from engine.core import names
from engine.core.action import Action, ActionTypes
from engine.core.codec import to_json
from engine.core.offered_game import Setup
from engine.core.options import OptionValue
from engine.core.refusals import BadAction, Json, NotAllowed, NotNow

_CHANCE = secrets.SystemRandom()


class Act(Action):
    """What somebody does at the table, whatever the game."""

    @abstractmethod
    def draft(self, state: TableState) -> Draft:
        """Return the row that would do it; raises the `Refusal` that speaks against it.

        Whether the game allows it is seen only when the row is played.
        """


class Start(Act):
    """Begin `game` with `names` clockwise; without `first_seat` chance decides who begins.

    `dice` names the taught set that is rolled, empty for none. Where it is not told, they are those
    of the game before, if that is the same game: a rematch.
    """

    game: str
    names: tuple[str, ...]
    preset: str = ""
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    first_seat: int | None = None
    dice: str | None = None

    def draft(self, state: TableState) -> Draft:
        """Return the row that begins the game."""
        first = self.first_seat
        if first is None:
            first = _CHANCE.randrange(len(self.names)) if self.names else 0
        game = find_game(state.history.games, self.game)
        preset = self.preset or next(iter(game.presets))
        setup = Setup(names.normalised_names(self.names), first, preset, self.options)
        # Every house rule is named: another default in a later program must not change what was
        # won.
        rules = cast("Mapping[str, OptionValue]", to_json(game.check_setup(setup)))
        known = tuple(state.original_name_of(name) for name in setup.names)
        if known == setup.names or len({*map(names.person_key, known)}) < len(known):
            known = ()
        # With their first names the phone of who was renamed stays with them.
        return Draft(StartBody(game.id, replace(setup, options=rules), self.dice_set(state), known))

    def dice_set(self, state: TableState) -> str:
        """Return the name of the taught set that is rolled; empty without one."""
        is_rematch = state.head is not None and state.head.game.id == self.game
        return state.dice_set if self.dice is None and is_rematch else self.dice or ""


class PlayOn(Action):
    """Go on with the game that began at row `game` and was left: its acts come once more."""

    game: int


def _rows_to_play_on(played: GameRecord) -> list[Draft]:
    """Return the rows that bring a game back; raises the `Refusal` of one that is not allowed."""
    if played.is_over:
        raise NotAllowed("game_over", "That game is over.")
    export_game(played.last_moment)  # plays all of it by today's rules
    drafts = []
    for moment in played.moments:
        body = moment.body
        if isinstance(body, StartBody):
            body = replace_fields(body, goes_on=moment.row)
        else:
            body = ActionBody(body.action, body.dice, span=body.span)
        source = played.log_rows[moment.row - 1].source
        drafts.append(Draft(body, "hand" if source == "camera" else source))
    return drafts


class Undo(Act):
    """Go back to how things stood at version `to`; without it, take back what was done last.

    That is the last act of a person, and what the clock did by itself after it. Only that may lead
    to another game, and taking it back again: a further jump would lose whole games.
    """

    to: int | None = None

    def draft(self, state: TableState) -> Draft:
        """Return the row that goes back."""
        history = state.history
        to = history.version_after_undo if self.to is None else self.to
        if to is None or to == history.version:
            raise NotNow("nothing_to_undo", "There is nothing to undo.")
        one_step = to in (history.version_after_undo, history.version_after_redo)
        if not one_step and history.game_start_at(to) != state.game_start:
            raise NotAllowed("other_game", f"Move {to} belongs to another game.", row=to)
        return Draft(UndoBody(to))


class Correct(Act):
    """The dice that `row` brought showed `faces`; those at `kept` (as told before) stayed."""

    row: int
    faces: tuple[str, ...]
    kept: tuple[int, ...] | None = None

    def draft(self, state: TableState) -> Draft:
        """Return the row that says so."""
        wrong = state.history.current_act_of(self.row)
        if wrong.dice is None or wrong.before is None:
            raise NotAllowed("not_correctable", f"Move {self.row} is not a roll.", row=self.row)
        kept = wrong.dice.kept if self.kept is None else self.kept
        if self.kept is None and wrong.before.awaited is not None:
            # A die that shows another face than one that lay there was rolled.
            kept = consistent_kept(wrong.before.awaited, self.faces, kept)
        roll = body_of_dice(wrong.before, self.faces, kept)
        dice = Roll(self.faces, kept)
        return Draft(CorrectionBody(self.row, roll.action, dice), "correction")

    def preview(self, state: TableState) -> CorrectionPreview:
        """Return what it would change; raises `Refusal`."""
        row = self.draft(state).to_row(len(state.history.rows) + 1, "")
        return {
            "row": self.row,
            "changes": state_differences(state.head, state.history.check_playable(row)),
        }


class Draw(Act):
    """Let chance decide, where the game lets it."""

    def draft(self, state: TableState) -> Draft:
        """Return the row of what was drawn."""
        draws = () if state.head is None else state.head.game.possible_draws(state.head.state)
        if not draws:
            raise NotNow("nothing_to_draw", "There is nothing to draw now.")
        return Draft(_body_of(state, _CHANCE.choice(draws)), "draw")


class Clock(Action):
    """Let the clock run, or hold it; that is no row."""

    running: bool


class Ask(Action):
    """Ask about the likely roll of reading `number`, rather than play it; that is no row."""

    number: int


class Set(Action):
    """Set what becomes of a likely roll; that is no row."""

    on_likely: OnLikely
    seconds: float = DEFAULT_SECONDS

    def check(self) -> None:
        """Raise `BadAction` for a time that makes no sense."""
        least, most = COUNT_SECONDS
        if not least <= self.seconds <= most:
            raise BadAction("malformed", f"Between {least} and {most} seconds.", field="seconds")


class Dice(Act):
    """The dice show `faces`, those at the indices `kept` were not rolled.

    With `number` it is the answer to that reading of the eye.
    """

    faces: tuple[str, ...]
    kept: tuple[int, ...] = ()
    number: int | None = None

    def draft(self, state: TableState) -> Draft:
        """Return the row that tells them."""
        if state.head is None or state.awaited is None:
            raise NotNow("no_dice", "The table is not waiting for dice.")
        row, kept = None, self.kept
        if self.number is not None:
            row = state.row_of_reading(self.number)
            if row is None:
                raise _gone(self.number)
            # A person who mends a face need not mend what the eye took for kept.
            kept = consistent_kept(state.awaited, self.faces, kept)
        body = body_of_dice(state.head, self.faces, kept)
        return Draft(replace_fields(body, answers=_answers(state), reading_row=row))


class Dismiss(Act):
    """Reading `number` was no roll."""

    number: int

    def draft(self, state: TableState) -> Draft:
        """Return the row that says so."""
        asked = state.question
        if asked is None or asked[0].reading.number != self.number:
            raise _gone(self.number)
        return Draft(DismissalBody(asked[0].row))


class Play(Act):
    """Do `action` in the game that is on."""

    action: Action

    def draft(self, state: TableState) -> Draft:
        """Return its row."""
        return Draft(_body_of(state, self.action))


TABLE_ACTS = ActionTypes((Start, PlayOn, Undo, Correct, Draw, Clock, Ask, Set, Dice, Dismiss))
TABLE_TYPES = frozenset(TABLE_ACTS.kinds)


def parse_act(action: Mapping[str, Json], state: TableState) -> Act | Clock | Ask | Set | PlayOn:
    """Return the act that `action` says: the table's own, or one of the game that is on.

    Raises `BadAction` ``malformed`` or ``unknown_action``, `NotNow` ``no_game``.
    """
    if action.get("type") in TABLE_TYPES:
        return cast("Act | Clock | Ask | Set | PlayOn", TABLE_ACTS.parse(action))
    if state.head is None:
        if not isinstance(action.get("type"), str):
            raise BadAction("malformed", "An action needs a type.", field="type")
        raise NotNow("no_game", "No game has been started.")
    return Play(state.head.game.actions.parse(action))


def drafts_of_act(act: Act | PlayOn, state: TableState, games_played: GamesPlayed) -> list[Draft]:
    """Return the rows that would do `act`, at least one; raises `Refusal`, as `Act.draft` does."""
    if isinstance(act, PlayOn):
        told = {game.start for game in games_played.newest_first()}
        played = games_played.find(act.game)
        if played.moments[0].row not in told:
            raise NotAllowed("goes_on", "That game has already been resumed.")
        return _rows_to_play_on(played)
    return [act.draft(state)]


def _body_of(state: TableState, action: Action) -> ActionBody:
    tells_dice = state.head is not None and state.head.game.faces_from_action(
        state.head.state, action
    )
    return ActionBody(action.to_json(), answers=_answers(state) if tells_dice else ())


def _answers(state: TableState) -> tuple[int, ...]:
    """Return which readings need no answer any more once the dice were told."""
    return tuple(question.row for question, _ in state.rolls.questions(state.history))


def _gone(number: int) -> NotNow:
    return NotNow("no_such_reading", "That roll is no longer there.", number=number)
