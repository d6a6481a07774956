"""Turning points of Den Letzten beißen die Hunde."""

import pytest

from engine.core.event import Played
from engine.core.feats import Feat
from tests.engine.den_letzten.table import GAME, Table


def poor() -> Table:
    """Return a last round in which Ana, whose turn it is, has no bone left to lose."""
    return Table(end_timing="end_of_round").bowls(0, 8, 8).at(8, None, None)


def step(table: Table, kind: str, faces: str) -> dict[str, Feat]:
    """Return the feats of the next roll, by code."""
    before = Played(table.state)
    after = table.do(kind, faces=faces.split()).plays[-1]
    return {feat.code: feat for feat in GAME.feats_to_tell([before, after])}


@pytest.mark.parametrize("faces", ["dog dog", "3 2"])
def test_a_failed_bold_roll_without_a_bone_to_lose_is_no_feat(faces: str) -> None:
    """After two dogs or landing on the dog, nothing is paid, but it was no good luck either."""
    table = poor().white("1 2")
    assert step(table, "throw_black", faces) == {}
    assert table.payments == []
    assert table.bones[0] == 0


def test_two_white_dogs_without_a_bone_to_lose_are_no_feat() -> None:
    """The player had nothing to lose."""
    assert step(poor(), "throw_white", "dog dog") == {}


@pytest.mark.parametrize("faces", ["dog dog", "3 2"])
def test_a_bold_roll_that_costs_a_bone_is_unlucky(faces: str) -> None:
    """With bones in the bowl, the same rolls are bad luck."""
    found = step(Table().at(8, None, None).white("1 2"), "throw_black", faces)
    assert found.keys() == {"unlucky_throw"}
    assert found["unlucky_throw"].seat == 0


def test_a_bone_that_was_certain_to_be_lost_is_no_bad_luck() -> None:
    """After two white dogs, any black dice cost a bone."""
    table = Table(two_dogs="may_throw_black").at(8, None, None).white("dog dog")
    assert step(table, "throw_black", "1 2") == {}
    assert len(table.payments) == 1


def test_a_roll_is_reported_once() -> None:
    """A pause after the roll is not reported as the next player's roll."""
    table = Table().white("dog dog").do("pause").do("rename", seat=1, name="Bea")
    found = list(GAME.find_feats(table.plays))
    assert [(feat.code, feat.seat, feat.state_index) for feat in found] == [("unlucky_throw", 0, 1)]


def test_a_bold_roll_that_goes_well_has_its_total() -> None:
    """This also holds if it pushes another player into the dog, who loses a bone."""
    found = step(poor().white("1 2"), "throw_black", "3 1")
    assert found.keys() == {"boldest_throw"}
    assert found["boldest_throw"].figures["total"] == 7
    table = Table().at(11, 1, None).white("1 1")
    assert step(table, "throw_black", "3 1").keys() == {"boldest_throw"}
    assert [reason for *_, reason in table.payments] == ["pushed_into_dog"]


def test_the_boldest_roll_risked_most() -> None:
    """A roll reaches the dog more often from 4 spaces ahead of it than from 8."""
    plays = []
    for ahead in (8, 4):
        table = poor().at(ahead, None, None).white("1 2")
        plays += [Played(table.state), table.black("3 1").plays[-1]]
    assert [feat.state_index for feat in GAME.feats_to_tell(plays)] == [3]
