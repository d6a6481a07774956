"""A table of automatic players: who acts next, and what they do.

Chance is data here as everywhere in the engine: it comes from a `Pick`, so the same
numbers give the same game.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from engine.core.action import Action
from engine.core.choice import Pick
from engine.core.game import Game
from engine.core.game_rules import S
from engine.core.refusals import NotNow

PlayerStrategy: TypeAlias = Callable[[S, int | None, Pick], Action | None]
"""How a player chooses: `Game.decide`, or another way to play."""


def next_action(
    game: Game[S], state: S, seats: int, pick: Pick, players: Sequence[PlayerStrategy[S]] = ()
) -> Action:
    """Return the next action where `seats` automatic players sit; the game must not be over.

    Everybody is asked once, from a seat that chance picks, since at a real table nobody is always
    the quickest; then the table itself. `players` are those who play otherwise than `game.decide`,
    from seat 0 on. Raises `NotNow` ``nobody_acts``: they cannot play by these house rules.
    """
    first = pick(seats)
    for offset in range(seats):
        seat = (first + offset) % seats
        decide = players[seat] if seat < len(players) else game.decide
        action = decide(state, seat, pick)
        if action is not None:
            return action
    action = game.decide(state, None, pick)
    if action is None:
        raise NotNow(
            "nobody_acts",
            f"No automatic player of {game.title} acts in this phase: {game.phase(state)}.",
            phase=game.phase(state),
        )
    return action
