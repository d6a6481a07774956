"""Looking back on a game: everybody's scores after each action, and the turning points."""

import doctest
from typing import Any

import pytest

from engine.core import feats
from engine.core.event import Played
from engine.core.game import Game
from engine.games import GAMES
from tests.engine.rivals import play_match

SEEDS = range(2)


def test_the_examples_in_the_docstrings() -> None:
    """The examples run as written."""
    tried = doctest.testmod(feats)
    assert (tried.failed, tried.attempted) == (0, 2)


@pytest.fixture(scope="module", params=list(GAMES))
def looked_back(request: pytest.FixtureRequest) -> tuple[Game[Any], list[list[Played[Any]]]]:
    """Return a game and some whole plays of it by automatic players."""
    game = GAMES[request.param]
    return game, [play_match(game, 3, seed).plays for seed in SEEDS]


def test_scores_end_as_the_result_says(
    looked_back: tuple[Game[Any], list[list[Played[Any]]]],
) -> None:
    """A chart of the scores ends at the final ranking, whose first places are the winners."""
    game, plays = looked_back
    for played in plays:
        states = [one.state for one in played]
        result = game.result(states[-1])
        assert game.scores(states[-1]) == result.scores
        assert all(len(game.scores(state)) == 3 for state in states)
        assert result.unit == game.unit
        assert {seat for seat, place in enumerate(result.places) if place == 1} == set(
            result.winners
        )
        assert all(set(game.leaders(state)) <= {0, 1, 2} for state in states)
        assert set(game.leaders(states[-1])) == set(result.winners)


def test_feats_are_true_and_one_of_a_kind(
    looked_back: tuple[Game[Any], list[list[Played[Any]]]],
) -> None:
    """Each code comes once, or once per player, at a state of the game, with a chance above 0."""
    game, plays = looked_back
    told = [(feat, played) for played in plays for feat in game.feats_to_tell(played)]
    assert told or type(game).find_feats is Game.find_feats
    for feat, played in told:
        assert 0 < feat.state_index < len(played)
        assert feat.seat in range(3)
        assert 0 < feat.figures.get("chance", 1) <= 1  # type: ignore[operator]
    for played in plays:
        told_of = [(feat.code, feat.seat) for feat in game.feats_to_tell(played)]
        assert len(told_of) == len(set(told_of))


def test_a_game_under_way_can_be_looked_back_on(
    looked_back: tuple[Game[Any], list[list[Played[Any]]]],
) -> None:
    """Scores and turning points exist at every state of a game."""
    game, plays = looked_back
    for length in range(1, min(len(plays[0]), 60)):
        assert all(feat.state_index < length for feat in game.feats_to_tell(plays[0][:length]))
