"""The examples of the rule sheet, and those of Rules §2.5 by name."""

import pytest

from tests.engine.den_letzten.table import Table

HOP, CHAIN, VARIANT = "hop", "chain", "variant"
Places = tuple[int | None, ...]


def test_a_total_of_sixteen_comes_back() -> None:
    """Sheet: all spaces count, so 16 leads back to the same space, and nothing else happens."""
    table = Table(3).at(12, 5, None).walk(16)
    assert table.ahead == (12, 5, None)
    assert table.bones == (8, 8, 8)


def test_the_nearest_gives_a_bone_to_the_farthest() -> None:
    """Sheet: green, the nearest, gives a bone to orange, the farthest."""
    table = Table(3).at(9, 2, 14).set_turn(2).stop("dog 1")
    assert table.ahead == (9, 2, 15)
    assert table.bones == (8, 7, 9)
    assert table.payments == [("bowl:1", "bowl:2", 1, "evaluation")]


@pytest.mark.parametrize(("players", "bones", "box"), [(3, 8, 6), (4, 6, 6), (5, 5, 5), (6, 5, 0)])
def test_bones_at_the_start(players: int, bones: int, box: int) -> None:
    """Sheet: three players get 8 bones each, four 6, five or six 5; the rest stays in the box."""
    table = Table(players)
    assert table.bones == (bones,) * players
    assert table.view["box"] == box
    assert table.view["total"] == 30


@pytest.mark.parametrize(
    ("bump", "places"), [(CHAIN, (5, 4, 3, 2)), (HOP, (5, 4, 3, 2)), (VARIANT, (5, 4, 3, 2))]
)
def test_dh1_every_rule_leaves_the_same_spaces_occupied(bump: str, places: Places) -> None:
    """DH-1: with any rule, a block of three and the mover end on the same four spaces."""
    table = Table(4, bump=bump).at(None, 5, 4, 3).stop("1 4")
    assert tuple(sorted(filter(None, table.ahead), reverse=True)) == places


@pytest.mark.parametrize(
    ("bump", "places"), [(CHAIN, (5, 4, 3, 2)), (HOP, (5, 2, 4, 3)), (VARIANT, (5, 2, 4, 3))]
)
def test_dh1_who_goes_back(bump: str, places: Places) -> None:
    """DH-1: in a chain everybody goes back one space, otherwise one character goes behind all."""
    table = Table(4, bump=bump).at(None, 5, 4, 3).stop("1 4")
    assert table.ahead == places
    assert table.bones == (6, 6, 6, 6)


@pytest.mark.parametrize(
    ("bump", "places", "caught"),
    [
        (CHAIN, (3, 2, 1, None), 3),
        (HOP, (3, None, 2, 1), 1),
        (VARIANT, (3, None, 2, 1), 1),
    ],
)
def test_dh2_a_block_before_the_dog(bump: str, places: Places, caught: int) -> None:
    """DH-2: no space is left behind the block, so the dog catches one of its characters."""
    table = Table(4, bump=bump).at(None, 3, 2, 1).stop("1 2")
    assert table.ahead == places
    assert table.bones == tuple(5 if seat == caught else 6 for seat in range(4))
    assert table.view["box"] == 7


@pytest.mark.parametrize(
    ("steps", "end", "bones"), [(3, 15, 8), (4, None, 7), (5, 1, 8), (7, 3, 8), (16, 12, 8)]
)
def test_dh3_moving_past_the_dog(steps: int, end: int | None, bones: int) -> None:
    """DH-3: from 12 ahead, a move ends just behind the dog, on its space, or ahead of it again."""
    table = Table(3).at(12, None, None).walk(steps)
    assert table.ahead[0] == end
    assert table.bones[0] == bones


def test_dh3_pushing_after_overtaking() -> None:
    """DH-3: a character that has overtaken the dog pushes back like any other."""
    assert Table(3).at(12, 3, None).walk(7).ahead == (3, 2, None)


def test_dh4_from_the_centre_onto_the_dog() -> None:
    """DH-4: sixteen steps from the centre end on the dog's space."""
    table = Table(3).walk(16)
    assert table.ahead == (None, None, None)
    assert table.bones == (7, 8, 8)


def test_the_next_player_rolls_afresh() -> None:
    """The black dice of the previous turn no longer count."""
    table = Table(3).white("3 dog").black("1 2").stop("3 dog")
    assert table.ahead == (6, 3, None)
    assert [die["body"] for die in table.view["dice"]] == ["white", "white"]


def test_rounds_are_counted() -> None:
    """A round is a turn for everybody; after it, the dog has made another step."""
    table = Table(3)
    for number in range(1, 4):
        assert (table.view["round"], table.view["dog"]) == (number, number)
        table.stop("1 1").stop("1 2").stop("2 2")
        assert table.view["round"] == number
        table.do("step_dog")


def test_dh5_one_dog_is_harmless() -> None:
    """DH-5: a dog counts 0."""
    assert Table(3).stop("3 dog").ahead == (3, None, None)


def test_dh5_dogs_of_both_colours_count_together() -> None:
    """DH-5: a white and a black dog are two dogs: one bone, no move."""
    table = Table(3).at(4, None, None).white("3 dog").black("dog 2")
    assert table.ahead == (4, None, None)
    assert table.bones == (7, 8, 8)
    assert table.state.turn == 1


def test_dh6_the_dog_steps_onto_a_character() -> None:
    """DH-6: the character in front of it is caught; all others are one space nearer."""
    table = Table(3).set_turn(2).stop("dog 1").at(1, 7, 15).do("step_dog")
    assert table.ahead == (None, 6, 14)
    assert table.bones == (7, 8, 8)
    assert table.payments == [("bowl:0", "box", 1, "dog_step")]
    assert table.view["dog"] == 2


def test_dh7_the_game_ends_at_the_evaluation() -> None:
    """DH-7: the nearest gives away their last bone, and the dog makes no further step."""
    table = Table(3).at(2, 7, 9).bowls(1, 8, 8).set_turn(2).stop("dog 1")
    assert table.state.phase == "over"
    assert table.bones == (0, 8, 9)
    assert table.view["dog"] == 1
    assert table.refused("step_dog")["code"] == "game_over"


def test_dh8_the_variant_sends_behind_the_last() -> None:
    """DH-8: the pushed character goes behind the last one, wherever it was."""
    table = Table(4, bump=VARIANT).at(12, 3, 7, None).set_turn(3).stop("3 4")
    assert table.ahead == (12, 3, 2, 7)


def test_dh9_no_space_is_left_behind_a_character_with_the_dog() -> None:
    """DH-9: with the variant, a character that should go there is caught."""
    table = Table(bump=VARIANT, land_on_dog="stand_with_dog").at(0, 5, None).set_turn(2).stop("2 3")
    assert table.ahead == (0, None, 5)
