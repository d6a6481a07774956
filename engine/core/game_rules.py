"""The definition of a game: a new game derives from `engine.core.game.Game` and defines this.

A game is one object without memory: every method takes the state. What is not abstract has a
default, and need not be there.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, Generic, Protocol, TypeVar, cast

from engine.core import people
from engine.core.action import Action, ActionTypes
from engine.core.awaited import Awaited
from engine.core.choice import Choice, Pick
from engine.core.codec import replace
from engine.core.event import Played, Steps
from engine.core.feats import Feat
from engine.core.offered_game import OfferedGame
from engine.core.places import Standing
from engine.core.refusals import HasPhase, Json


class GameState(HasPhase, Protocol):
    """The part of the state that all games have: phase, players and house rules."""

    @property
    def names(self) -> tuple[str, ...]:
        """The players by seat."""

    @property
    def options(self) -> object:
        """The game's own dataclass of house rules."""


S = TypeVar("S", bound=GameState)


@dataclass(frozen=True, slots=True)
class Timer:
    """If nothing else happens for `seconds`, the table plays `action`.

    Any act restarts the time, unless there is a `span` and the timer after the act has the same:
    then it runs on, as that of a turn in which somebody pays and throws.
    """

    action: Action
    seconds: float
    span: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class BankerPrompt:
    """What a banker would say or ask now: a stable `code`, whom it concerns, and the figures."""

    code: str
    seat: int | None = None
    figures: Mapping[str, Json] = field(default_factory=dict)


class GameRules(OfferedGame, ABC, Generic[S]):
    """The rules of one game. `S` is its state, a frozen dataclass.

    What a module of the game's folder says is taken over as it stands:
    ``legal_choices = staticmethod(legal.legal_choices)``.
    """

    rules: ClassVar[Mapping[type[Action], Callable[..., Any]]]
    """What plays each kind of action: a generator of a state and the action that yields its events
    and returns the state after it (see `event.Steps`), or raises a `Refusal`."""
    unit: ClassVar[str]
    """What `scores` counts, as a stable word."""

    @abstractmethod
    def begin(self, names: tuple[str, ...], first_seat: int, options: Any) -> Steps[S]:
        """Yield what is dealt, and return the first state by `options`, the game's own.

        May raise `BadSetup` too.
        """

    @cached_property
    def actions(self) -> ActionTypes:
        """The kinds of action that `rules` play, and those of every game."""
        return ActionTypes((*self.rules, *people.ACTIONS))

    @abstractmethod
    def legal_choices(self, state: S) -> tuple[Choice, ...]:
        """Return what may be done now; empty only when the game is over."""

    @abstractmethod
    def table_view(self, state: S) -> dict[str, Json]:
        """Return what everybody may see, under the game's own keys."""

    @abstractmethod
    def seat_view(self, state: S, seat: int) -> dict[str, Json]:
        """Return what everybody may see of the player at `seat`."""

    def private_view(self, state: S, seat: int) -> dict[str, Json]:
        """Return what only `seat` may know now, as JSON with the game's own keys.

        Nothing of it is in `view`; a phone that plays for `seat` gets both.
        """
        return {}

    @abstractmethod
    def turn(self, state: S) -> int | None:
        """Return whose turn it is: the seat that the game waits for, if it waits for one.

        The phone of that player may roll and act for it.
        """

    @abstractmethod
    def banker_prompts(self, state: S) -> tuple[BankerPrompt, ...]:
        """Return what a banker would say now, the most urgent first."""

    @abstractmethod
    def ranking(self, state: S) -> Sequence[Standing]:
        """Return all players as the game stands, best first, as dataclasses for the view."""

    @abstractmethod
    def ending(self, state: S) -> str:
        """Return why a game is over, as a stable word."""

    @abstractmethod
    def scores(self, state: S) -> tuple[int, ...]:
        """Return what each seat has now, in `unit`; in the end these are the scores of `result`."""

    def fewest_wins(self, state: S) -> bool:
        """Tell whether few of what `scores` counts are better than many."""
        return False

    def balances(self, state: S) -> Mapping[str, int]:
        """Return every account; their sum is the same in every state of a game."""
        return {}

    def display_title(self, state: S) -> str:
        """Return what people call their game: the title, but for a box that they put together."""
        return self.title

    def seats_that_may_leave(self, state: S) -> Sequence[int]:
        """Return who may leave now, in a game that is not over."""
        return ()

    def leave(self, state: S, seat: int) -> Steps[S]:
        """Return the state after `seat` left for good: it has nothing and does nothing any more."""
        raise NotImplementedError(f"no one can leave {self.id}")

    def may_join(self, state: S) -> bool:
        """Tell whether one more may join now, in a game that is not over and has a chair left."""
        return False

    def join(self, state: S, name: str) -> Steps[S]:
        """Return the state with one more seat, after the last one, at which `name` sits."""
        raise NotImplementedError(f"no one can join {self.id}")

    def rename(self, state: S, names: tuple[str, ...]) -> S:
        """Return the state in which the players are called `names`.

        Most games keep them in the state itself; see also `people.rename_seats`.
        """
        after: S = replace(cast("Any", state), names=names)
        return after

    def possible_draws(self, state: S) -> Sequence[Action]:
        """Return equally likely throws or cards, if chance may decide here in place of people."""
        return ()

    def card_from_action(self, action: Action) -> Mapping[str, Json] | None:
        """Return what is printed on the card of the box that `action` brought: fields of it.

        None: it brought none. A table remembers those that no rule text lists (`card_names`).
        """
        return None

    def card_by_name(self, name: str) -> Mapping[str, Json] | None:
        """Return what is printed on the card that people call `name`, as `card_from_action` does.

        None: this game has no such card.
        """
        return None

    def decide(self, state: S, seat: int | None, pick: Pick) -> Action | None:
        """Return what an automatic player at `seat` does now, or None: he leaves it to others.

        He knows what somebody at that seat knows, and `pick` brings the dice and cards that his
        action names. `seat` None is the table itself, which is asked when no player acts: then it
        deals and draws, counts, closes the bets. Unless a game knows better, anything legal will
        do.
        """
        choices = [choice for choice in self.legal_choices(state) if choice.seat == seat]
        return (
            self.actions.parse(choices[pick(len(choices))].random_action(pick)) if choices else None
        )

    def odds_even_if_hidden(self, state: S) -> Mapping[str, Json] | None:
        """Return the same whatever the house rules hide, for looking back on a game that is over.

        A game that shows odds says so here and lets its options be `TellsOdds`.
        """
        return None

    def find_feats(self, plays: Sequence[Played[S]]) -> Iterable[Feat]:
        """Yield the possible turning points of a game, given its start and each act, in order."""
        return ()

    def timer(self, state: S) -> Timer | None:
        """Return what happens by itself when nobody acts, if anything does."""
        return None

    def awaited(self, state: S) -> Awaited | None:
        """Return the dice the game waits for, or None."""
        return None

    def action_from_roll(self, state: S, faces: Sequence[str], kept: Sequence[int]) -> Action:
        """Return the action that says: the dice now show `faces`, those at `kept` were not thrown.

        `kept` are indices into `faces`. Raises a `Refusal` if no dice are awaited.
        """
        raise NotImplementedError(f"{self.id} rolls no dice")

    def faces_from_action(self, state: S, action: Action) -> tuple[str, ...]:
        """Return the faces that all awaited dice show if `action` is played in `state`.

        This undoes `action_from_roll`, in whatever order; empty if `action` enters no dice.
        """
        return ()
