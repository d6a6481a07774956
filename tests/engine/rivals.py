"""Tables of automatic players, and random players for them to beat."""

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias

from engine.core.action import Action
from engine.core.choice import Pick
from engine.core.event import Played
from engine.core.game import Game, GameResult
from engine.core.offered_game import Setup
from engine.core.player import next_action
from engine.core.refusals import Json
from tests.engine.playing import random_action

NAMES = (
    *("Ana", "Ben", "Cy", "Dia", "Eva", "Finn"),
    *("Gus", "Hal", "Ida", "Jon", "Kim", "Leo"),
)

Strategy: TypeAlias = Callable[[Any, int | None, Pick], Action | None]
"""A function with the parameters of `Game.decide` that chooses a player's action."""


@dataclass(frozen=True)
class Match:
    """A game that was played: its result, the result of each act, and the actions between them."""

    result: GameResult
    plays: list[Played[Any]]
    actions: list[Action]

    @property
    def states(self) -> list[Any]:
        """All states from the first."""
        return [played.state for played in self.plays]


def play_match(
    game: Game[Any],
    seats: int,
    seed: int,
    options: dict[str, Json] | None = None,
    rivals: Sequence[Strategy] = (),
) -> Match:
    """Play a game of `seats` players, with `rivals` at the first seats. Fails if it has no end."""
    rng = Random(seed)
    setup = Setup(
        NAMES[:seats], seed % seats, options={**game.simulation_options, **(options or {})}
    )
    plays, actions, with_rivals = [game.start(setup)], [], replace_players(game, rivals)
    while not game.is_over(plays[-1].state):
        actions.append(next_action(with_rivals, plays[-1].state, seats, rng.randrange))
        plays.append(game.play(plays[-1].state, actions[-1]))
        assert len(actions) < 20_000, f"no end with seed {seed} and {options}"
    return Match(game.result(plays[-1].state), plays, actions)


def replace_players(game: Game[Any], rivals: Sequence[Strategy]) -> Game[Any]:
    """Return `game` with `rivals` as the automatic players of the first seats."""

    def decide(state: Any, seat: int | None, pick: Pick) -> Action | None:
        player = game.decide if seat is None or seat >= len(rivals) else rivals[seat]
        return player(state, seat, pick)

    replaced = copy(game)
    replaced.decide = decide  # type: ignore[method-assign]
    return replaced


def random_player(game: Game[Any]) -> Strategy:
    """Return a player who takes any legal action at any time."""

    def decide(state: Any, seat: int | None, pick: Pick) -> Action | None:
        own, table = game.decide(state, seat, pick), game.decide(state, None, pick)
        rng, legal = Random(pick(2**32)), game.legal_choices(state)
        choices = [choice for choice in legal if choice.seat == seat and choice.type != "fine"]
        if own is not None and "seat" not in own.to_json():
            kind = None if table is None else table.type
            choices = [c for c in legal if c.seat is None and c.type != kind]
        elif own is None and rng.random() < 0.75:
            return None
        if not choices:
            return None
        kind = rng.choice(sorted({choice.type for choice in choices}))
        drawn = [action for action in game.possible_draws(state) if action.type == kind]
        if drawn:
            return rng.choice(drawn)
        chosen = tuple(choice for choice in choices if choice.type == kind)
        return game.actions.parse(random_action(chosen, rng))

    return decide


def share_won(
    game: Game[Any], seats: int, games: int, options: dict[str, Json] | None = None
) -> float:
    """Return the share of games that one automatic player wins against random players."""
    rivals = [random_player(game)] * (seats - 1)
    won = 0.0
    for seed in range(games):
        winners = play_match(game, seats, seed, options, rivals).result.winners
        won += (seats - 1 in winners) / max(len(winners), 1)
    return won / games
