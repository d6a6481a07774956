"""What a game defines. A new game derives from `engine.core.game.Game`.

A game is one object that remembers nothing: every method takes the state. Methods that are not
abstract have a default.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, Generic, Protocol, TypeAlias, TypeVar, cast

from engine.core import people
from engine.core.action import Action, ActionTypes
from engine.core.awaited_dice import AwaitedDice
from engine.core.choice import Choice, Pick
from engine.core.codec import replace
from engine.core.dice import Throw, kept_and_rolled, require_all_rolled
from engine.core.event import Played, Steps
from engine.core.feats import Feat
from engine.core.offered_game import OfferedGame
from engine.core.places import Standing, rank_totals
from engine.core.refusals import Json, NotNow


class GameState(Protocol):
    """What the state of every game has: phase, players and house rules."""

    @property
    def phase(self) -> str:
        """A stable word; the last phase is ``over``."""

    @property
    def names(self) -> tuple[str, ...]:
        """The players by seat."""

    @property
    def options(self) -> object:
        """The game's own dataclass of house rules."""


S = TypeVar("S", bound=GameState)

Rules: TypeAlias = Mapping[type[Action], Callable[[S, Any], Steps[S]]]
"""What plays each kind of action; see `GameRules.rules`."""


@dataclass(frozen=True, slots=True)
class Timer:
    """If nothing else happens for `seconds`, the table plays `action`.

    Any action restarts the time, unless the next timer has the same `span`, which is not empty: a
    turn's time runs on while the player pays and rolls.
    """

    action: Action
    seconds: float
    span: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class BankerPrompt:
    """What a banker would ask or say now: a stable `code`, the seat it concerns, and figures."""

    code: str
    seat: int | None = None
    figures: Mapping[str, Json] = field(default_factory=dict)


class GameRules(OfferedGame, ABC, Generic[S]):
    """The rules of one game. `S` is its state, a frozen dataclass.

    A method may be a function of the game's folder: ``begin = staticmethod(rules.begin)``.
    """

    rules: ClassVar[Mapping[type[Action], Callable[..., Any]]]
    """What plays each kind of action: a function of the state and the action that yields events and
    returns the state after it (see `event.Steps`), or raises a `Refusal`."""
    unit: ClassVar[str]
    """What `scores` counts, as a stable word."""

    @abstractmethod
    def begin(self, names: tuple[str, ...], first_seat: int, options: Any) -> Steps[S]:
        """Yield the events of the start, and return the first state; may raise `BadSetup`."""

    @cached_property
    def actions(self) -> ActionTypes:
        """All kinds of action of this game, including those that every game has."""
        return ActionTypes((*self.rules, *people.ACTIONS))

    @abstractmethod
    def legal_choices(self, state: S) -> tuple[Choice, ...]:
        """Return what may be played now; empty only when the game is over."""

    @abstractmethod
    def table_view(self, state: S) -> dict[str, Json]:
        """Return what everybody may see, under the game's own keys."""

    def public_seat_view(self, state: S, seat: int) -> dict[str, Json]:
        """Return what everybody may see of the player at `seat`: by default their ``total``."""
        return {"total": self.scores(state)[seat]}

    def private_view(self, state: S, seat: int) -> dict[str, Json]:
        """Return what only `seat` may know now, as JSON with the game's own keys.

        A device that plays for `seat` gets it in addition to `view`.
        """
        return {}

    def turn(self, state: S) -> int | None:
        """Return the seat that the game waits for, if it waits for a single one.

        That player's phone may roll and act. By default the state has a field `turn`.
        """
        seat: int = cast("Any", state).turn
        return None if state.phase == "over" else seat

    def banker_prompts(self, state: S) -> tuple[BankerPrompt, ...]:
        """Return what a banker would ask or say now, the most urgent first.

        By default, this is the phase.
        """
        return (BankerPrompt(state.phase, self.turn(state)),)

    def ranking(self, state: S) -> Sequence[Standing]:
        """Return the current standings of all players, best first, as dataclasses for the view.

        By default the highest of the `scores` wins, and those who are `gone` are last.
        """
        return rank_totals(self.scores(state), getattr(state, "gone", ()))

    @abstractmethod
    def ending(self, state: S) -> str:
        """Return why a game is over: a stable word that the docstring of each game lists."""

    @abstractmethod
    def scores(self, state: S) -> tuple[int, ...]:
        """Return what each seat has now, in `unit`."""

    def keeps_score(self, state: S) -> bool:
        """Return whether the `scores` count yet: by default from the start."""
        return True

    def fewest_wins(self, state: S) -> bool:
        """Return whether a low score is better than a high one."""
        return False

    def all_win_alike(self, state: S) -> bool:
        """Return whether everybody wins with the same score, so that no win is the best."""
        return False

    def balances(self, state: S) -> Mapping[str, int]:
        """Return the balance of every account; their sum never changes during a game."""
        return {}

    def display_title(self, state: S) -> str:
        """Return the title that people see: the name of a box that they put together, if any."""
        return self.title

    def seats_that_may_leave(self, state: S) -> Sequence[int]:
        """Return who may leave now, in a game that is not over: by default the active seats."""
        seats: Sequence[int] = getattr(state, "active_seats", ())
        return seats

    def leave(self, state: S, seat: int) -> Steps[S]:
        """Return the state after `seat` left for good: it has nothing left and never acts again."""
        raise NotImplementedError(f"no one can leave {self.id}")

    def may_join(self, state: S) -> bool:
        """Return whether one more may join now, in a game that is not over and not full.

        By default they may, if the game has a `join`.
        """
        return type(self).join is not GameRules.join

    def join(self, state: S, name: str) -> Steps[S]:
        """Return the state with one more seat, the last one, for the player `name`."""
        raise NotImplementedError(f"no one can join {self.id}")

    def rename(self, state: S, names: tuple[str, ...]) -> S:
        """Return the state in which the players are called `names`.

        By default the state has a field `names`; see also `people.rename_seats`.
        """
        after: S = replace(cast("Any", state), names=names)
        return after

    def possible_draws(self, state: S) -> Sequence[Action]:
        """Return equally likely rolls or cards, if chance may decide here instead of people."""
        return ()

    def card_from_action(self, action: Action) -> Mapping[str, Json] | None:
        """Return what is printed on the card that `action` names: some of its fields.

        None: it names no card. A table remembers the cards unless `card_names` lists them.
        """
        return None

    def card_by_name(self, name: str) -> Mapping[str, Json] | None:
        """Return what is printed on the card that people call `name`, as `card_from_action` does.

        None: this game has no such card.
        """
        return None

    def decide(self, state: S, seat: int | None, pick: Pick) -> Action | None:
        """Return what an automatic player at `seat` does now; None leaves it to others.

        The player knows no more than a person in that seat, and `pick` draws the dice and cards of
        the action. `seat` None is the table, which is asked when no player acts: it deals, draws,
        counts and closes bets. By default, this is any legal action.
        """
        choices = [choice for choice in self.legal_choices(state) if choice.seat == seat]
        if not choices:
            return None
        return self.actions.parse(choices[pick(len(choices))].random_action(pick))

    def odds_even_if_hidden(self, state: S) -> Mapping[str, Json] | None:
        """Return the odds even if the house rules hide them, for a game that is over.

        A game that has odds defines this and derives its options from `OptionsWithOdds`.
        """
        return None

    def odds_take_time(self, state: S) -> bool:
        """Return whether the odds take too long to wait for; once computed, they take no time."""
        return False

    def find_feats(self, plays: Sequence[Played[S]]) -> Iterable[Feat]:
        """Yield the possible turning points of a game: `plays` are its start and its actions."""
        return ()

    def timer(self, state: S) -> Timer | None:
        """Return what happens by itself if nobody acts, or None."""
        return None

    def awaited_dice(self, state: S) -> AwaitedDice | None:
        """Return the dice the game waits for, or None."""
        return None

    def action_from_roll(self, state: S, faces: Sequence[str], kept: Sequence[int]) -> Action:
        """Return the action for a roll: the dice show `faces`, and those at `kept` stayed.

        `kept` are indices into `faces`. By default, this is the `Throw` of the seat on turn. Raises
        `NotNow` (``no_dice``), `NotAllowed` (``throw_all``), `BadAction` (``malformed``).
        """
        if not self.require_dice(state).before:
            require_all_rolled(kept)
        stay, thrown = kept_and_rolled(faces, kept)
        roll = {"type": "throw", "kept": stay, "thrown": thrown, "seat": self.turn(state)}
        return self.actions.parse(roll)

    def require_dice(self, state: S) -> AwaitedDice:
        """Return the awaited dice, or refuse with ``no_dice``."""
        if (awaited := self.awaited_dice(state)) is None:
            raise NotNow("no_dice", "The table is not waiting for dice.", phase=state.phase)
        return awaited

    def faces_from_action(self, state: S, action: Action) -> tuple[str, ...]:
        """Return the faces of all awaited dice after `action`, in any order.

        This is the inverse of `action_from_roll`; empty if `action` is no roll.
        """
        return (*action.kept, *action.thrown) if isinstance(action, Throw) else ()
