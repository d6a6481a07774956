"""A game as the table sees it: its rules, and what follows from them in the same way for all games.

Only `start` and `play` make states. The table never asks which game it holds.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.core import event, names
from engine.core.action import Action
from engine.core.codec import to_json, with_item
from engine.core.event import Played, Steps, run_steps
from engine.core.feats import Feat, weightiest_by_code
from engine.core.game_rules import GameRules, S
from engine.core.offered_game import Setup
from engine.core.options import OptionsWithOdds
from engine.core.people import Join, Leave, Pause, PeopleAction, Rename
from engine.core.places import winners
from engine.core.refusals import BadAction, Json, NotAllowed, NotNow


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game ended.

    `ending` is a stable word for the reason, `scores` what each seat has in the end, counted in
    `unit`, and `places` the place of each seat from 1 (None: it could not win).
    """

    ending: str
    scores: tuple[int, ...]
    unit: str
    places: tuple[int | None, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in the first place; empty if nobody has won."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)


class Game(GameRules[S]):
    """One game. `S` is its state, a frozen dataclass."""

    def start(self, setup: Setup) -> Played[S]:
        """Return the first state and its events; raises `BadSetup`."""
        begun = run_steps(self.begin(setup.names, setup.first_seat, self.check_setup(setup)))
        return Played(begun.state, (event.GameStarted(), *begun.events))

    def play(self, state: S, action: Action) -> Played[S]:
        """Return what `action` leads to, or raise a `Refusal`.

        An action of another game is refused with `BadAction` ``unknown_action``.
        """
        if isinstance(action, PeopleAction):
            played = run_steps(self._change_people(state, action))
        else:
            rule = self.rules.get(type(action))
            if rule is None:
                raise BadAction("unknown_action", f"{self.title} has no {type(action).__name__}.")
            played = run_steps(rule(state, action))
        if self.is_over(played.state):
            won = self.leaders(played.state)
            return Played(played.state, (*played.events, event.GameOver(won, len(won))))
        return played

    def _change_people(self, state: S, action: PeopleAction) -> Steps[S]:
        if self.is_over(state):
            raise NotNow("game_over", "The game is over.")
        match action:
            case Leave(seat) | Rename(seat) if not 0 <= seat < len(state.names):
                raise NotAllowed("no_such_seat", "There is no player in that seat.", seat=seat)
            case Leave(seat) if seat not in self.seats_that_may_leave(state):
                raise NotNow("no_leaving", "No one can leave now.", seat=seat)
            case Leave(seat):
                yield event.PlayerLeft(seat)
                left: S = yield from self.leave(state, seat)
                return left
            case Rename(seat, name):
                called = names.normalised_names(with_item(state.names, seat, name))
                renamed = self.rename(state, called)
                yield event.PlayerRenamed(seat, state.names[seat], renamed.names[seat])
                return renamed
            case Join() if len(state.names) >= self.player_range(state.options)[1]:
                raise NotAllowed("no_chair", "The game is full.", players=len(state.names))
            case Join() if not self.may_join(state):
                raise NotNow("no_joining", "No one can join now.")
            case Join(name):
                name = names.normalised_names((*state.names, name))[-1]
                yield event.PlayerJoined(len(state.names), name)
                joined: S = yield from self.join(state, name)
                return joined
        yield event.GamePaused() if isinstance(action, Pause) else event.GameResumed()
        return state

    def phase(self, state: S) -> str:
        """Return the phase, a stable word that the docstring of the game's `table_view` lists."""
        return state.phase

    def is_over(self, state: S) -> bool:
        """Return whether the game has ended."""
        return state.phase == "over"

    def view(self, state: S) -> dict[str, Json]:
        """Return all that everybody may see, as JSON.

        The keys are ``phase``, ``options``, ``ranking`` (null until the end, then best first),
        ``seats`` (each with ``seat``, ``name``, ``active`` where players may go out, and the keys
        of `public_seat_view`) and those of `table_view`.
        """
        return {
            "phase": self.phase(state),
            "options": to_json(state.options),
            "ranking": to_json(self.ranking(state)) if self.is_over(state) else None,
            "seats": list(self._seats(state)),
            **self.table_view(state),
        }

    def _seats(self, state: S) -> Iterator[dict[str, Json]]:
        active = getattr(state, "active_seats", None)
        for seat, name in enumerate(state.names):
            known: dict[str, Json] = {} if active is None else {"active": seat in active}
            yield {"seat": seat, "name": name, **known, **self.public_seat_view(state, seat)}

    def join_leave_view(self, state: S) -> dict[str, Json]:
        """Return which seats may ``leave`` now, and whether one more player may ``join``."""
        if self.is_over(state):
            return {"leave": [], "join": False}
        chair = len(state.names) < self.player_range(state.options)[1]
        leave = list(self.seats_that_may_leave(state))
        return {"leave": leave, "join": chair and self.may_join(state)}

    def result(self, state: S) -> GameResult:
        """Return how the game ended; it must be over."""
        place_of = {standing.seat: standing.place for standing in self.ranking(state)}
        places = tuple(place_of[seat] for seat in range(len(state.names)))
        return GameResult(self.ending(state), self.scores(state), self.unit, places)

    def leaders(self, state: S) -> tuple[int, ...]:
        """Return the seats that would win if the game ended now, if any."""
        return winners(self.ranking(state))

    def card_name(self, printed: Mapping[str, Json]) -> str:
        """Return the name, from `card_names`, of the card with this `printed` on it, or ``""``."""
        names = (name for name in self.card_names if self.card_by_name(name) == printed)
        return next(names, "")

    def odds(self, state: S) -> Mapping[str, Json] | None:
        """Return the exact chances of what may happen now, as JSON with the game's own keys.

        None: there are none now, or the house rule ``tell_odds`` hides them.
        """
        rules = state.options
        hidden = isinstance(rules, OptionsWithOdds) and not rules.tell_odds
        return None if hidden else self.odds_even_if_hidden(state)

    def feats_to_tell(self, plays: Sequence[Played[S]]) -> tuple[Feat, ...]:
        """Return the turning points of a game from its start on: the weightiest of each code."""
        return weightiest_by_code(self.find_feats(plays))


Games = Mapping[str, Game[Any]]
"""Games by their ids."""
