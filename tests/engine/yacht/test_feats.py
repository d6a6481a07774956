"""Luck and skill as turning points of Yacht."""

import pytest

from engine.core.event import Played
from tests.engine.rivals import play_match
from tests.engine.yacht.table import GAME, Table


def test_a_lucky_roll_and_a_costly_choice() -> None:
    """A yacht in one roll is luck; scoring it as chance loses nearly all of it."""
    table = Table(1).throw("6 6 6 6 6").score("ones")
    told = table.feats()
    seat, at, figures = told["luckiest_throw"]
    assert (seat, at) == (0, 1)
    assert figures["gain"] > 40
    seat, at, figures = told["dearest_choice"]
    assert (seat, at) == (0, 2)
    assert figures["loss"] > 40


def test_luck_and_skill_add_up_to_the_difference() -> None:
    """With perfect play, the whole difference from the average is luck."""
    match = play_match(GAME, 2, 1)
    told = [feat for feat in GAME.feats_to_tell(match.plays) if feat.code.endswith("lucky_player")]
    assert [feat.seat for feat in told] == [0, 1]
    for feat in told:
        gave = feat.weight if feat.code == "lucky_player" else -feat.weight
        assert feat.figures["loss"] == 0
        assert match.result.scores[feat.seat] == pytest.approx(254.5896 + gave, abs=0.01)


def test_pauses_and_other_names_are_no_choices() -> None:
    """They do not change the turning points, even after the end."""
    plays = play_match(GAME, 1, 1).plays
    paused = [one for played in plays for one in (played, Played(played.state))]
    told, again = GAME.feats_to_tell(plays), GAME.feats_to_tell(paused)
    assert [(one.code, one.figures) for one in told] == [(one.code, one.figures) for one in again]


def test_pausing_joining_and_leaving_are_neither_luck_nor_skill() -> None:
    """They do not change the turning points."""
    table = Table(2).do("pause").do("resume").throw("6 6 6 6 6").do("join", name="Zoe")
    table.score("chance").do("rename", seat=0, name="Anna").throw("1 2 2 4 6").do("leave", seat=1)
    seats = [
        feat.seat for feat in GAME.feats_to_tell(table.plays) if feat.code.endswith("lucky_player")
    ]
    assert seats == [0, 2]
    assert table.feats()["dearest_choice"][:2] == (0, 5)


def test_rules_without_known_best_play_have_no_feats() -> None:
    """With house rules that no preset has, luck cannot be separated from skill."""
    assert Table(1, small_straight=20).throw("6 6 6 6 6").score("ones").feats() == {}
