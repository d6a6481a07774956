"""What people ask of the table itself, beside what they do in a game."""

from typing import Any

import pytest

from companion.table.acts import TABLE_TYPES
from engine import GAMES
from engine.core.game import Game


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_no_game_uses_a_word_of_the_table(game: Game[Any]) -> None:
    """An action of a game that is called like an act of the table would never reach the game."""
    assert TABLE_TYPES.isdisjoint(game.actions.kinds)
