"""A table of automatic players: who acts next, and what they do.

Chance comes from a `Pick`, so the same numbers give the same game.
"""

from engine.core.action import Action
from engine.core.choice import Pick
from engine.core.game import Game
from engine.core.game_rules import S
from engine.core.refusals import NotNow


def next_action(game: Game[S], state: S, seats: int, pick: Pick) -> Action:
    """Return the next action of `seats` automatic players; the game must not be over.

    Each is asked once, starting from a random seat, since at a real table nobody is always the
    quickest; then the table is asked. Raises `NotNow` ``nobody_acts`` if they cannot play by these
    house rules.
    """
    first = pick(seats)
    for offset in range(seats):
        if action := game.decide(state, (first + offset) % seats, pick):
            return action
    if action := game.decide(state, None, pick):
        return action
    phase = game.phase(state)
    said = f"No automatic player of {game.title} acts in this phase: {phase}."
    raise NotNow("nobody_acts", said, phase=phase)
