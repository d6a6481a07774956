"""The shape of a game, as the table sees it.

A game is one object without memory: every method takes the state. `play` is the only one that
makes a new state. The table never asks which game it holds.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar, Generic, Protocol, TypeVar, cast

from engine.core import names, people
from engine.core.action import Action, ActionTypes
from engine.core.awaited import Awaited
from engine.core.checks import HasPhase
from engine.core.choice import Choice, Pick
from engine.core.codec import to_json
from engine.core.feats import Feat, weightiest_by_code
from engine.core.frozen import replace
from engine.core.notation import fill_line_template
from engine.core.options import (
    OptionValue,
    TellsOdds,
    changed_options,
    describe_options,
    options_with_changes,
)
from engine.core.people import Join, Leave, PeopleAction, Rename
from engine.core.places import Standing
from engine.core.refusals import BadAction, BadSetup, Json, NotAllowed, NotNow


class GameState(HasPhase, Protocol):
    """What every game's state says of itself: what is going on, who plays, by which house rules."""

    @property
    def names(self) -> tuple[str, ...]:
        """The players by seat."""

    @property
    def options(self) -> object:
        """The game's own dataclass of house rules."""


S = TypeVar("S", bound=GameState)


@dataclass(frozen=True, slots=True)
class Setup:
    """How a game starts: names clockwise, the seat that begins, preset and house rules.

    Spaces around a name are not part of it.
    """

    names: tuple[str, ...]
    first_seat: int = 0
    preset: str = ""
    options: Mapping[str, OptionValue] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", tuple(name.strip() for name in self.names))


@dataclass(frozen=True, slots=True)
class Timer:
    """If nothing else happens for `seconds`, the table plays `action`.

    Any act begins the time anew, unless there is a `span` and the timer after the act has the same:
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


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended.

    `ending` is a stable word for why it was over, `scores` what each seat has in the end, and
    `unit` what is counted there. `places` are the seats' places from 1 (None: he could not win).
    """

    ending: str
    scores: tuple[int, ...]
    unit: str
    places: tuple[int | None, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in the first place; empty if nobody has won."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)


class Game(ABC, Generic[S]):
    """One game's rules. `S` is its state, a frozen dataclass.

    What a module of the game's folder says is taken over as it stands:
    ``legal_choices = staticmethod(legal.legal_choices)``.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    min_players: ClassVar[int]
    max_players: ClassVar[int]
    rules: ClassVar[Mapping[type[Action], Callable[..., Any]]]
    """What plays each kind of action: a function of a state and the action, to the state after it.
    It raises a `Refusal` and then changes nothing."""
    options: ClassVar[type]
    game_box_type: ClassVar[type | None] = None
    """The dataclass of what people put together themselves, with a `name`, if they may."""
    presets: ClassVar[Mapping[str, object]]
    """Option dataclasses by preset name, the default first."""
    option_groups: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """The house rules that belong together, by the name of their group; all of them, or nothing."""
    own_faces: ClassVar[tuple[str, ...]] = ()
    """Faces of its own dice that are no numbers: who has the box can teach them to the eye."""
    card_names: ClassVar[tuple[str, ...]] = ()
    """What its cards are called, in the usual order, where its rules list them."""
    line_templates: ClassVar[Mapping[str, str]]
    """The line of each action by its type, with ``{field}`` for what it says (see `notation`)."""
    unit: ClassVar[str]
    """What `scores` counts, as a stable word."""
    fewest_wins: ClassVar[bool] = False
    """Whether few are better than many."""
    simulation_options: ClassVar[Mapping[str, OptionValue]] = MappingProxyType({})
    """House rules that a table needs at which only automatic players sit."""
    retired_options: ClassVar[frozenset[str]] = frozenset()
    """House rules that the game has no more; old logs that name them still load."""

    def start(self, setup: Setup) -> S:
        """Return the first state; raises `BadSetup`."""
        return self.begin(setup.names, setup.first_seat, self.check_setup(setup))

    @abstractmethod
    def begin(self, names: tuple[str, ...], first_seat: int, options: Any) -> S:
        """Return the first state by `options`, the game's own; may raise `BadSetup` too."""

    @cached_property
    def actions(self) -> ActionTypes:
        """The kinds of action that `rules` play, and those of every game."""
        return ActionTypes((*self.rules, *people.ACTIONS))

    def play(self, state: S, action: Action) -> S:
        """Return the state after `action`; raises a `Refusal` and then changes nothing.

        That is `BadAction` ``unknown_action`` for an action of another game.
        """
        if isinstance(action, PeopleAction):
            return self._change_people(state, action)
        rule = self.rules.get(type(action))
        if rule is None:
            raise BadAction("unknown_action", f"{self.title} knows no {type(action).__name__}.")
        after: S = rule(state, action)
        return after

    def _change_people(self, state: S, action: PeopleAction) -> S:
        if self.is_over(state):
            raise NotNow("game_over", "The game is over.")
        match action:
            case Leave(seat) | Rename(seat) if not 0 <= seat < len(state.names):
                raise NotAllowed("no_such_seat", "Nobody sits there.", seat=seat)
            case Leave(seat) if seat not in self.seats_that_may_leave(state):
                raise NotNow("no_leaving", "Nobody can leave there now.", seat=seat)
            case Leave(seat):
                return self.leave(state, seat)
            case Rename(seat, name):
                called = (*state.names[:seat], name, *state.names[seat + 1 :])
                return self.rename(state, names.normalised_names(called))
            case Join() if len(state.names) >= self.player_range(state.options)[1]:
                raise NotAllowed("no_chair", "No more can play.", players=len(state.names))
            case Join() if not self.may_join(state):
                raise NotNow("no_joining", "Nobody can join now.")
            case Join(name):
                return self.join(state, names.normalised_names((*state.names, name))[-1])
        return state

    def display_title(self, state: S) -> str:
        """Return what people call their game: the title, but for a box that they put together."""
        return self.title

    def seats_that_may_leave(self, state: S) -> Sequence[int]:
        """Return who may leave now, in a game that is not over."""
        return ()

    def leave(self, state: S, seat: int) -> S:
        """Return the state after `seat` left for good: it has nothing and does nothing any more."""
        raise NotImplementedError(f"nobody leaves {self.id}")

    def may_join(self, state: S) -> bool:
        """Tell whether one more may join now, in a game that is not over and has a chair left."""
        return False

    def join(self, state: S, name: str) -> S:
        """Return the state with one more seat, after the last one, at which `name` sits."""
        raise NotImplementedError(f"nobody joins {self.id}")

    def rename(self, state: S, names: tuple[str, ...]) -> S:
        """Return the state in which the players are called `names`.

        Those of most games stand in the state itself; see also `people.rename_seats`.
        """
        after: S = replace(cast("Any", state), names=names)
        return after

    def join_leave_view(self, state: S) -> dict[str, Json]:
        """Return who may ``leave`` now, by seat, and whether one more may ``join``."""
        if self.is_over(state):
            return {"leave": [], "join": False}
        chair = len(state.names) < self.player_range(state.options)[1]
        leave = list(self.seats_that_may_leave(state))
        return {"leave": leave, "join": chair and self.may_join(state)}

    def play_logged(self, state: S, action: Action) -> S:
        """Return the state after `action` of a log or a game file, written by whatever program.

        What the rules of an older one allowed stays played. Raises as `play` does.
        """
        return self.play(state, action)

    @abstractmethod
    def legal_choices(self, state: S) -> tuple[Choice, ...]:
        """Return what may be done now; empty only when the game is over."""

    def phase(self, state: S) -> str:
        """Return the stable word for what is going on; the game's `view` lists its words."""
        return state.phase

    def is_over(self, state: S) -> bool:
        """Tell whether the game has ended."""
        return state.phase == "over"

    def view(self, state: S) -> dict[str, Json]:
        """Return all that everybody may see, as JSON.

        That is ``phase``, ``options``, ``ranking`` (null until the end, then best first), ``seats``
        (each with ``seat`` and ``name``, and what `seat_view` adds) and the keys of `table_view`.
        """
        return {
            "phase": self.phase(state),
            "options": to_json(state.options),
            "ranking": to_json(self.ranking(state)) if self.is_over(state) else None,
            "seats": [
                {"seat": seat, "name": name, **self.seat_view(state, seat)}
                for seat, name in enumerate(state.names)
            ],
            **self.table_view(state),
        }

    @abstractmethod
    def table_view(self, state: S) -> dict[str, Json]:
        """Return what everybody may see, under the game's own keys."""

    @abstractmethod
    def seat_view(self, state: S, seat: int) -> dict[str, Json]:
        """Return what everybody may see of the player at `seat`."""

    def private_view(self, state: S, seat: int) -> dict[str, Json]:
        """Return what only `seat` may know now, as JSON with the game's own keys.

        Nothing of it is in `view`; a phone that plays for `seat` is told both.
        """
        return {}

    @abstractmethod
    def banker_prompts(self, state: S) -> tuple[BankerPrompt, ...]:
        """Return what a banker would say now, the most urgent first."""

    def line(self, state: S, action: Action) -> str:
        """Return `action`, as played in `state`, as one short readable line.

        Raises `BadAction` (``unknown_action``) for an action of another game.
        """
        form = self.line_templates.get(action.type) or people.LINE_TEMPLATES.get(action.type)
        if form is None or self.actions.kinds.get(action.type) is not type(action):
            raise BadAction("unknown_action", f"{self.title} knows no {type(action).__name__}.")
        figures = {**self.public_action_of_any(state, action), **self.line_figures(state, action)}
        return fill_line_template(form, figures, state.names)

    def line_figures(self, state: S, action: Action) -> Mapping[str, Json]:
        """Return what the line of `action` says otherwise than, or beside, `public_action`."""
        return {}

    def public_action_of_any(self, state: S, action: Action) -> dict[str, Json]:
        """Return `public_action`, also of what people do in every game."""
        if not isinstance(action, PeopleAction):
            return self.public_action(state, action)
        heard = action.to_json()
        return (
            {**heard, "name": names.with_single_spaces(str(heard["name"]))}
            if "name" in heard
            else heard
        )

    def public_action(self, state: S, action: Action) -> dict[str, Json]:
        """Return `action`, as played in `state`, as everybody may hear of it.

        That is its JSON with the `seat` whose act it is, if it is a player's, and without what is
        secret.
        """
        return action.to_json()

    def result(self, state: S) -> Result:
        """Return how the game ended; only to be asked when it is over."""
        place_of = {standing.seat: standing.place for standing in self.ranking(state)}
        places = tuple(place_of[seat] for seat in range(len(state.names)))
        return Result(self.ending(state), self.scores(state), self.unit, places)

    @abstractmethod
    def ranking(self, state: S) -> Sequence[Standing]:
        """Return all players of a game that is over, best first, as dataclasses for the view."""

    @abstractmethod
    def ending(self, state: S) -> str:
        """Return why a game is over, as a stable word."""

    @abstractmethod
    def scores(self, state: S) -> tuple[int, ...]:
        """Return what each seat has now, in `unit`; in the end these are the scores of `result`."""

    def balances(self, state: S) -> Mapping[str, int]:
        """Return every account; their sum is the same in every state of a game."""
        return {}

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

    def card_name(self, printed: Mapping[str, Json]) -> str:
        """Return what a card of `card_names` is called on which that is `printed`, or nothing."""
        names = (name for name in self.card_names if self.card_by_name(name) == printed)
        return next(names, "")

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

    def odds(self, state: S) -> Mapping[str, Json] | None:
        """Return the exact chances of what may happen now, as JSON with the game's own keys.

        None: this game tells none here, or the house rule ``tell_odds`` hides them.
        """
        rules = state.options
        hidden = isinstance(rules, TellsOdds) and not rules.tell_odds
        return None if hidden else self.odds_even_if_hidden(state)

    def odds_even_if_hidden(self, state: S) -> Mapping[str, Json] | None:
        """Return the same whatever the house rules hide, for looking back on a game that is over.

        A game that tells odds says so here and lets its options be `TellsOdds`.
        """
        return None

    def find_feats(self, states: Sequence[S]) -> Iterable[Feat]:
        """Yield what may be worth telling of a game that went through `states`, in order."""
        return ()

    def feats_to_tell(self, states: Sequence[S]) -> tuple[Feat, ...]:
        """Return the turning points of that game: of each code the weightiest."""
        return weightiest_by_code(self.find_feats(states))

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
        raise NotImplementedError(f"{self.id} throws no dice")

    def require_dice(self, state: S) -> None:
        """Refuse with ``no_dice`` unless dice are awaited."""
        if self.awaited(state) is None:
            raise NotNow("no_dice", "No dice are awaited.", phase=self.phase(state))

    def faces_from_action(self, state: S, action: Action) -> tuple[str, ...]:
        """Return the faces that all awaited dice show if `action` is played in `state`.

        This undoes `action_from_roll`, in whatever order; empty if `action` tells no dice.
        """
        return ()

    def player_range(self, options: object) -> tuple[int, int]:
        """Return how few and how many may play with these `options`."""
        return self.min_players, self.max_players

    def description_for_page(self) -> dict[str, Json]:
        """Return what a page needs to offer the game: title, players, options, presets.

        A preset lists only the options in which it differs from the first; `player_range` gives
        ``[fewest, most]`` by preset. House rules for automatic players (`simulation_options`) are
        not offered to people.
        """
        default = next(iter(self.presets.values()))
        offered = [
            row
            for row in describe_options(self.options)
            if row["id"] not in self.simulation_options
        ]
        return {
            "id": self.id,
            "title": self.title,
            "min_players": self.min_players,
            "max_players": self.max_players,
            "options": offered,
            "presets": {
                name: changed_options(preset, default) for name, preset in self.presets.items()
            },
            "option_groups": {name: list(ids) for name, ids in self.option_groups.items()},
            "players": {name: self.player_range(preset) for name, preset in self.presets.items()},
            "own_faces": list(self.own_faces),
            "card_names": list(self.card_names),
        }

    def check_setup(self, setup: Setup) -> object:
        """Return the options that `setup` chooses.

        Raises `BadSetup`: ``player_count``, ``bad_name``, ``duplicate_name``, ``first_seat``,
        ``unknown_preset``, ``unknown_option``, ``bad_option``.
        """
        preset = setup.preset or next(iter(self.presets))
        if preset not in self.presets:
            raise BadSetup(
                "unknown_preset", f"There is no edition {preset!r}.", known=list(self.presets)
            )
        chosen = {
            name: value for name, value in setup.options.items() if name not in self.retired_options
        }
        options = options_with_changes(self.options, self.presets[preset], chosen)
        players, (fewest, most) = len(setup.names), self.player_range(options)
        if not fewest <= players <= most:
            said = f"{self.title} is for {fewest} to {most} players."
            raise BadSetup("player_count", said, players=players, min=fewest, max=most)
        names.check_names(setup.names)
        if not 0 <= setup.first_seat < len(setup.names):
            raise BadSetup("first_seat", "Nobody sits there.", first_seat=setup.first_seat)
        return options
