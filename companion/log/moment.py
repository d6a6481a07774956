"""One act of a game in the log, with the state and the events after it."""

from collections.abc import Iterator, Mapping
from itertools import takewhile
from typing import Any, NamedTuple

from companion.log.rows import ActionBody, RolledDice, StartBody
from companion.words.sentences import act_sentences
from engine.core.action import Action
from engine.core.awaited_dice import AwaitedDice
from engine.core.event import Played
from engine.core.game import Game, Games
from engine.core.names import person_key
from engine.core.people import Join, Leave, Pause
from engine.core.refusals import BadAction, BadSetup, Json


class _Outcome(NamedTuple):
    """The state and events after an act in its `game`, and the original name of each seat.

    `scene` is the newest earlier act that opened a scene; None if this one did.
    """

    game: Game[Any]
    played: Played[Any]
    action: Action | None
    original_names: tuple[str, ...]
    scene: "Moment | None" = None


class Moment:
    """One act on a path, and through `before` all of its game up to it, back to its `start`.

    `row` is the row that first stored the act, even if it was corrected later, `rolled` the newest
    roll of dice so far, and `left` the seats of people who have left for good.
    """

    __slots__ = ("_played", "before", "body", "games", "is_start", "left", "rolled", "row", "start")

    def __init__(
        self,
        games: Games,
        row: int,
        body: StartBody | ActionBody,
        before: "Moment | None",
    ) -> None:
        self.games = games
        self.row = row
        self.body = body
        self.is_start = isinstance(body, StartBody)
        self.before = None if self.is_start else before
        self.start: Moment = self if self.before is None else self.before.start
        earlier = None if self.before is None else self.before.rolled
        self.rolled: Moment | None = earlier if self.dice is None else self
        self.left: tuple[int, ...] = () if self.before is None else self.before.left
        if isinstance(body, ActionBody) and body.action.get("type") == Leave.type:
            self.left += (body.action["seat"],)
        self._played: _Outcome | None = None

    @property
    def game(self) -> Game[Any]:
        """The game that is being played."""
        return self._play().game

    @property
    def state(self) -> Any:
        """The state after this act; raises the `Refusal` of the first act that is not allowed."""
        return self._play().played.state

    @property
    def played(self) -> Played[Any]:
        """The state after this act and its events; raises as `state` does."""
        return self._play().played

    @property
    def scene(self) -> "Moment":
        """The newest act so far that opened a scene (see `Event.opens_scene`)."""
        return self._play().scene or self

    @property
    def awaited_dice(self) -> AwaitedDice | None:
        """The dice that the game waits for after this act; none in a pause."""
        return None if self.is_paused else self.game.awaited_dice(self.state)

    @property
    def is_paused(self) -> bool:
        """Whether the game is paused; any next act ends the pause."""
        return isinstance(self._play().action, Pause)

    @property
    def original_names(self) -> tuple[str, ...]:
        """The name of each seat when its player first sat down, perhaps in an earlier game."""
        return self._play().original_names

    @property
    def line(self) -> str:
        """What happened in the act, in English on one line."""
        return "; ".join(act_sentences("en", self.game, self.played))

    @property
    def public_events(self) -> list[dict[str, Json]]:
        """What happened in the act, as everybody may see it, as JSON."""
        return [event.public().to_json() for event in self.played.events]

    @property
    def card_turned_over(self) -> Mapping[str, Json] | None:
        """What is printed on the card that the act turned over, if it turned one over."""
        game, _, action, *_ = self._play()
        return None if action is None else game.card_from_action(action)

    @property
    def dice(self) -> RolledDice | None:
        """The dice, if the act was a roll."""
        return self.body.dice if isinstance(self.body, ActionBody) else None

    @property
    def started_with(self) -> StartBody:
        """The body of the game's start; raises `BadAction` ``no_game`` if there is none."""
        if not isinstance(self.start.body, StartBody):
            raise BadAction("no_game", "No game has been started.")
        return self.start.body

    def body_of_roll(self, faces: tuple[str, ...], kept: tuple[int, ...]) -> ActionBody:
        """Return the body of the act that a roll of `faces` makes next; raises `Refusal`."""
        action = self.game.action_from_roll(self.state, faces, kept)
        return ActionBody(action.to_json(), RolledDice(faces, kept))

    def moments_newest_first(self) -> "Iterator[Moment]":
        """Yield this act and those before it in the same game, newest first."""
        moment: Moment | None = self
        while moment is not None:
            yield moment
            moment = moment.before

    def moments_oldest_first(self) -> "list[Moment]":
        """Return all acts of the game up to this one, oldest first."""
        return list(self.moments_newest_first())[::-1]

    def moments_back_to_row(self, row: int) -> "Iterator[Moment]":
        """Yield this act and those before it, newest first, but none from before `row`."""
        return takewhile(lambda moment: moment.row >= row, self.moments_newest_first())

    def descends_from(self, other: "Moment") -> bool:
        """Return whether this is `other` or follows it in the same game, corrected or not."""
        return any(moment.row == other.row for moment in self.moments_back_to_row(other.row))

    def _play(self) -> _Outcome:
        # A recursion over all acts of an evening would exceed Python's stack.
        waiting = []
        for moment in self.moments_newest_first():
            if moment._played is not None:
                break
            waiting.append(moment)
        for moment in reversed(waiting):
            moment._played = moment._play_one()
        assert self._played is not None
        return self._played

    def _play_one(self) -> _Outcome:
        if isinstance(self.body, StartBody):
            game = find_game(self.games, self.body.game)
            setup = self.body.setup
            return _Outcome(game, game.start(setup), None, self.body.sat_down_as or setup.names)
        if self.before is None or self.before._played is None:
            raise BadAction("no_game", "No game has been started.")
        game, before, _, original_names, scene = self.before._played
        action = game.actions.parse(self.body.action)
        after = game.play(before.state, action)
        if isinstance(action, Join):
            original_names = _with_newcomer(original_names, after.state.names[-1])
        opens_scene = any(event.opens_scene for event in after.events)
        scene = None if opens_scene else scene or self.before
        return _Outcome(game, after, action, original_names, scene)


def _with_newcomer(original_names: tuple[str, ...], name: str) -> tuple[str, ...]:
    """Return the names with `name` added, numbered if a renamed player had that name before."""
    taken = {person_key(known) for known in original_names}
    own = f"{name[:20]} ({len(original_names) + 1})" if person_key(name) in taken else name
    return (*original_names, own)


def are_on_one_path(one: Moment | None, other: Moment | None) -> bool:
    """Return whether the acts are the same or one follows the other in the same game."""
    if one is None or other is None:
        return False
    return other.descends_from(one) or one.descends_from(other)


def find_game(games: Games, name: str) -> Game[Any]:
    """Return the game called `name`; raises `BadSetup` ``unknown_game``."""
    if name in games:
        return games[name]
    raise BadSetup("unknown_game", f"Unknown game {name!r}.", known=sorted(games))
