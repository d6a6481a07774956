"""A table of automatic players: who acts next, and what they do.

Chance comes from a `Pick`, so the same numbers give the same game.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from engine.core.action import Action
from engine.core.choice import Pick
from engine.core.game import Game
from engine.core.game_rules import S
from engine.core.refusals import NotNow

PlayerStrategy: TypeAlias = Callable[[S, int | None, Pick], Action | None]
"""A function with the parameters of `Game.decide` that chooses a player's action."""


def next_action(
    game: Game[S], state: S, seats: int, pick: Pick, players: Sequence[PlayerStrategy[S]] = ()
) -> Action:
    """Return the next action of `seats` automatic players; the game must not be over.

    Each is asked once, starting from a random seat, since at a real table nobody is always the
    quickest; then the table is asked. The first seats play by `players`, the others by
    `game.decide`. Raises `NotNow` ``nobody_acts`` if they cannot play by these house rules.
    """
    first = pick(seats)
    for offset in range(seats):
        seat = (first + offset) % seats
        decide = players[seat] if seat < len(players) else game.decide
        if action := decide(state, seat, pick):
            return action
    if action := game.decide(state, None, pick):
        return action
    phase = game.phase(state)
    said = f"No automatic player of {game.title} acts in this phase: {phase}."
    raise NotNow("nobody_acts", said, phase=phase)
