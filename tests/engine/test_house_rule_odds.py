"""The house rule ``tell_odds`` is the same in every game that shows odds."""

import json

import pytest

from engine.core.options import OptionsWithOdds
from engine.games import GAMES
from tests.engine.rivals import play_match

TELLING = [name for name, game in GAMES.items() if issubclass(game.options, OptionsWithOdds)]


@pytest.mark.parametrize("name", TELLING)
def test_odds_are_told_unless_the_house_rule_hides_them(name: str) -> None:
    """A game played with odds always shows the same keys; without them, it shows none."""
    game = GAMES[name]
    told = [game.odds(state) for state in play_match(game, 3, 1).states]
    assert len({tuple(odds) for odds in told if odds is not None}) == 1
    assert json.loads(json.dumps(told))

    states = play_match(game, 3, 1, {"tell_odds": False}).states
    assert [game.odds(state) for state in states] == [None] * len(told)
    known = [game.odds_even_if_hidden(state) for state in states]
    assert [odds for odds, one in zip(known, told, strict=True) if one is not None] == [
        one for one in told if one is not None
    ]
