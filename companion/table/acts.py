"""The acts of people at a table: start, undo, correct, enter dice, or act in the game.

Each act makes a draft of its row. Pure except for random draws.
"""

import secrets
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import TypeAlias, cast

from msgspec.structs import replace as replace_fields

from companion.log.moment import find_game
from companion.log.rows import (
    ActionBody,
    CorrectionBody,
    DismissalBody,
    Draft,
    RolledDice,
    StartBody,
    UndoBody,
)
from companion.rolls.verdict import consistent_kept
from companion.table.settings import COUNT_SECONDS_RANGE, DEFAULT_COUNT_SECONDS
from companion.table.snapshot import export_game, state_differences
from companion.table.state import TableState
from companion.table.store import GamesPlayed
from companion.table.views import CorrectionPreview, OnLikely
from engine.core import names
from engine.core.action import Action, ActionTypes
from engine.core.codec import to_json
from engine.core.offered_game import Setup
from engine.core.options import OptionValue
from engine.core.people import Join, Rename
from engine.core.refusals import BadAction, Json, NotAllowed, NotNow

_CHANCE = secrets.SystemRandom()


class Act(Action):
    """An act at the table, in any game."""

    @abstractmethod
    def draft(self, state: TableState) -> Draft:
        """Return the row of this act; raises a `Refusal` if the table does not allow it.

        Whether the game allows it is only known when the row is played.
        """


class Start(Act):
    """Start `game` with `names` clockwise; without `first_seat`, chance decides who starts.

    `dice` names the taught set in use, "" for none. If it is None, a rematch uses the set of the
    last game, another game none.
    """

    game: str
    names: tuple[str, ...]
    preset: str = ""
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    first_seat: int | None = None
    dice: str | None = None

    def draft(self, state: TableState) -> Draft:
        """Return the row that starts the game."""
        return self.draft_with(state, names.entered_names(self.names))

    def draft_with(self, state: TableState, players: tuple[str, ...]) -> Draft:
        """Return the row that starts the game with `players`, whose names are normalised."""
        first = self.first_seat
        if first is None:
            first = _CHANCE.randrange(len(players)) if players else 0
        game = find_game(state.history.games, self.game)
        preset = self.preset or next(iter(game.presets))
        setup = Setup(players, first, preset, self.options)
        # Every house rule is stored: other defaults in a later program must not change the result.
        rules = cast("Mapping[str, OptionValue]", to_json(game.check_setup(setup)))
        known = tuple(state.original_name_of(name) for name in setup.names)
        if known == setup.names or len({*map(names.person_key, known)}) < len(known):
            known = ()
        # The phones of renamed people stay with their original names.
        return Draft(StartBody(game.id, replace(setup, options=rules), self.dice_set(state), known))

    def dice_set(self, state: TableState) -> str:
        """Return the name of the taught set in use; "" for none."""
        is_rematch = state.head is not None and state.head.game.id == self.game
        return state.dice_set if self.dice is None and is_rematch else self.dice or ""


class Rematch(Act):
    """Start the finished game again, with the people who stayed and the same house rules.

    Players may do so for their own `seat`.
    """

    seat: int | None = None

    def draft(self, state: TableState) -> Draft:
        """Return the row that starts the game."""
        start = self.start(state)
        return start.draft_with(state, start.names)

    def start(self, state: TableState) -> Start:
        """Return the start; raises `NotNow` ``not_over`` unless a game has just ended."""
        head = state.head
        if head is None or not head.game.is_over(head.state):
            raise NotNow("not_over", "No game has ended.")
        stayed = (name for seat, name in enumerate(head.state.names) if seat not in head.left)
        setup = head.started_with.setup
        return Start(head.game.id, tuple(stayed), setup.preset, setup.options)


class ResumeGame(Action, type_name="play_on"):
    """Resume the game that started at row `game` and was left, by playing its acts again."""

    game: int

    def drafts(self, games_played: GamesPlayed) -> list[Draft]:
        """Return the rows that bring the game back; raises a `Refusal` if it is not allowed."""
        counting = {game.start for game in games_played.newest_first()}
        played = games_played.find(self.game)
        if played.moments[0].row not in counting:
            raise NotAllowed("goes_on", "That game has already been resumed.")
        if played.is_over:
            raise NotAllowed("game_over", "That game is over.")
        export_game(played.last_moment)  # plays the whole game by today's rules
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
    """Go back to version `to`; without it, undo the last act.

    That is the last act of a person, and what the clock did after it. Only such an undo and its
    redo may lead to another game: a longer jump would lose whole games.
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
    """The dice of `row` showed `faces`; those at the indices `kept` (default: as before) stayed."""

    row: int
    faces: tuple[str, ...]
    kept: tuple[int, ...] | None = None

    def draft(self, state: TableState) -> Draft:
        """Return the row of the correction."""
        wrong = state.history.current_act_of(self.row)
        if wrong.dice is None or wrong.before is None:
            raise NotAllowed("not_correctable", f"Move {self.row} is not a roll.", row=self.row)
        kept = wrong.dice.kept if self.kept is None else self.kept
        if self.kept is None and wrong.before.awaited_dice is not None:
            # A die that shows another face than the one that lay there was rolled.
            kept = consistent_kept(wrong.before.awaited_dice, self.faces, kept)
        roll = wrong.before.body_of_roll(self.faces, kept)
        return Draft(
            CorrectionBody(self.row, roll.action, RolledDice(self.faces, kept)), "correction"
        )

    def preview(self, state: TableState) -> CorrectionPreview:
        """Return what the correction would change; raises `Refusal`."""
        row = self.draft(state).to_row(len(state.history.rows) + 1, "")
        return {
            "row": self.row,
            "changes": state_differences(state.head, state.history.check_playable(row)),
        }


class DrawAtRandom(Act, type_name="draw"):
    """Draw at random, if the game allows it. Players may do so for their own `seat`."""

    seat: int | None = None

    def draft(self, state: TableState) -> Draft:
        """Return the row of what was drawn."""
        draws = () if state.head is None else state.head.game.possible_draws(state.head.state)
        if self.seat is not None:
            draws = [draw for draw in draws if getattr(draw, "seat", None) == self.seat]
        if not draws:
            raise NotNow("nothing_to_draw", "There is nothing to draw now.")
        return Draft(_body_of(state, _CHANCE.choice(draws)), "draw")


class SwitchClock(Action, type_name="clock"):
    """Start or pause the clock; makes no row."""

    running: bool


class AskAboutLikelyRoll(Action, type_name="ask"):
    """Ask about the likely roll of reading `number` instead of playing it; makes no row."""

    number: int


class LetTableDraw(Action, type_name="draws"):
    """Set whether the table `draws` the cards, because nobody has the box; makes no row."""

    draws: bool


class SetLikelyRolls(Action, type_name="set"):
    """Set what happens to likely rolls; makes no row."""

    on_likely: OnLikely
    seconds: float = DEFAULT_COUNT_SECONDS

    def check(self) -> None:
        """Raise `BadAction` if the time is out of range."""
        least, most = COUNT_SECONDS_RANGE
        if not least <= self.seconds <= most:
            raise BadAction("malformed", f"Choose {least} to {most} seconds.", field="seconds")


class EnterDice(Act, type_name="dice"):
    """The dice show `faces`; those at the indices `kept` were not rolled.

    With a `number`, this answers that reading of the eye.
    """

    faces: tuple[str, ...]
    kept: tuple[int, ...] = ()
    number: int | None = None

    def draft(self, state: TableState) -> Draft:
        """Return the row with these dice."""
        if state.head is None or state.awaited_dice is None:
            raise NotNow("no_dice", "The table is not waiting for dice.")
        row, kept = None, self.kept
        if self.number is not None:
            row = state.row_of_reading(self.number)
            if row is None:
                raise _gone(self.number)
            # People who correct a face need not correct what the eye took for kept.
            kept = consistent_kept(state.awaited_dice, self.faces, kept)
        body = state.head.body_of_roll(self.faces, kept)
        return Draft(replace_fields(body, answers=_answers(state), reading_row=row))


class Dismiss(Act):
    """Reading `number` was not a roll."""

    number: int

    def draft(self, state: TableState) -> Draft:
        """Return the row of the dismissal."""
        asked = state.question
        if asked is None or asked[0].reading.number != self.number:
            raise _gone(self.number)
        return Draft(DismissalBody(asked[0].row))


class PlayAction(Act):
    """Do `action` in the current game."""

    action: Action

    def draft(self, state: TableState) -> Draft:
        """Return the row of the action."""
        if state.head is not None:
            _check_entered_name(self.action, state.head.state.names)
        return Draft(_body_of(state, self.action))


class LetGuestsAct(Action, type_name="guests"):
    """Let automatic players act for `seats`: the first of them that has something to do."""

    seats: tuple[int, ...]

    def next_act(self, state: TableState) -> PlayAction | None:
        """Return what an automatic player does now; None if all of them wait."""
        if state.head is None or state.head.game.is_over(state.head.state):
            return None
        game, now = state.head.game, state.head.state
        seats = set(range(len(now.names))).intersection(self.seats)
        actions = (game.decide(now, seat, _CHANCE.randrange) for seat in sorted(seats))
        return next((PlayAction(action) for action in actions if action is not None), None)


TABLE_ACTS = ActionTypes(
    (
        *(Start, Rematch, ResumeGame, Undo, Correct, DrawAtRandom, EnterDice, Dismiss),
        *(SwitchClock, AskAboutLikelyRoll, SetLikelyRolls, LetTableDraw, LetGuestsAct),
    )
)
TABLE_ACT_NAMES = frozenset(TABLE_ACTS.kinds)
AnyAct: TypeAlias = (
    Act
    | SwitchClock
    | AskAboutLikelyRoll
    | SetLikelyRolls
    | LetTableDraw
    | LetGuestsAct
    | ResumeGame
)


def parse_act(action: Mapping[str, Json], state: TableState) -> AnyAct:
    """Return the act in `action`: one of the table, or one of the present game.

    Raises `BadAction` ``malformed`` or ``unknown_action``, `NotNow` ``no_game``.
    """
    if not isinstance(action.get("type"), str):
        raise BadAction("malformed", "An action needs a type.", field="type")
    if action["type"] in TABLE_ACT_NAMES:
        return cast("AnyAct", TABLE_ACTS.parse(action))
    if state.head is None:
        raise NotNow("no_game", "No game has been started.")
    return PlayAction(state.head.game.actions.parse(action))


def _body_of(state: TableState, action: Action) -> ActionBody:
    head = state.head
    is_roll = head is not None and head.game.faces_from_action(head.state, action)
    return ActionBody(action.to_json(), answers=_answers(state) if is_roll else ())


def _check_entered_name(action: Action, players: Sequence[str]) -> None:
    """Raise `BadSetup` if `action` gives a player an invalid name, or one like another's."""
    match action:
        case Join(name):
            names.entered_names((name,), players)
        case Rename(seat, name):
            others = [other for at, other in enumerate(players) if at != seat]
            names.entered_names((name,), others)


def _answers(state: TableState) -> tuple[int, ...]:
    """Return the rows of readings that need no answer once the dice are entered."""
    return tuple(question.row for question, _ in state.rolls.questions(state.history))


def _gone(number: int) -> NotNow:
    return NotNow("no_such_reading", "That roll is no longer there.", number=number)
