"""Every house rule (Rules §2.4), and what no rule text settles."""

from typing import Any

import pytest

from engine.core.offered_game import Setup
from engine.core.refusals import BadSetup
from engine.den_letzten.options import DOG_DIE_FACES, INVENTED_DIE, PRESETS, Options
from tests.engine.den_letzten.table import GAME, NAMES, Table


def test_the_first_edition_is_the_rules_by_default() -> None:
    """A game without an edition is played by the rules in the box."""
    assert next(iter(PRESETS.values())) == Options()


def test_spaces() -> None:
    """On another ring, as many steps as spaces lead back, and from the centre onto the dog."""
    table = Table(3, spaces=10).at(4, None, None).walk(10)
    assert table.ahead[0] == 4
    assert table.walk(10).ahead[1] is None
    assert table.bones == (8, 7, 8)


def test_bump_hop() -> None:
    """Default: a pushed character passes the others back to the first free space."""
    assert Table(3).at(4, 6, 5).stop("1 1").ahead == (6, 4, 5)


def test_bump_chain() -> None:
    """Chain: everybody in the way goes back one space."""
    assert Table(3, bump="chain").at(4, 6, 5).stop("1 1").ahead == (6, 5, 4)


def test_bump_variant() -> None:
    """Variant: it goes behind the last character, even if the space behind it is free."""
    assert Table(3, bump="variant").at(None, 6, 3).stop("1 5").ahead == (6, 2, 3)


def test_the_variant_is_a_preset() -> None:
    """The variant of the rule sheet can be chosen as an edition."""
    state = GAME.start(Setup(NAMES[:3], preset="klee_1994_variant")).state
    assert state.options.bump == "variant"


def test_two_dogs_one_bone() -> None:
    """Default: two white dogs cost a bone and end the turn at once."""
    table = Table(3).white("dog dog")
    assert table.bones == (7, 8, 8)
    assert (table.state.turn, table.state.phase) == (1, "throw")


def test_four_dogs_cost_one_bone() -> None:
    """Default: two or more dogs cost one bone, here a white dog and two black ones."""
    assert Table(3).white("dog 2").black("dog dog").bones == (7, 8, 8)


def test_two_dogs_may_roll_black() -> None:
    """The black dice may be rolled after two white dogs, and change nothing."""
    table = Table(3, two_dogs="may_throw_black").white("dog dog")
    assert table.state.phase == "choose"
    assert table.bones == (8, 8, 8)
    table.black("dog dog")
    assert table.bones == (7, 8, 8)
    assert table.white("dog dog").do("stop").bones == (7, 7, 8)
    assert table.ahead == (None, None, None)


@pytest.mark.parametrize(
    ("white", "black", "bones"),
    [("dog 1", "dog 1", 7), ("dog dog", "dog 3", 7), ("dog dog", "dog dog", 6), ("dog dog", "", 7)],
)
def test_two_dogs_bone_per_pair(white: str, black: str, bones: int) -> None:
    """Each pair of dogs costs a bone, whatever their colours, in one payment."""
    table = Table(3, two_dogs="bone_per_pair").white(white)
    table = table.black(black) if black else table.do("stop")
    assert table.bones[0] == bones
    assert len(table.payments) == 1
    assert table.ahead[0] is None


def test_two_pairs_cost_no_more_than_is_left() -> None:
    """With one bone left, two pairs of dogs end the game; nobody owes a bone."""
    table = Table(3, two_dogs="bone_per_pair").bowls(1, 8, 8).white("dog dog").black("dog dog")
    assert table.bones == (0, 8, 8)
    assert table.state.phase == "over"


def test_land_on_dog_caught() -> None:
    """Default: landing on the dog costs a bone, and the character starts again."""
    table = Table(3).at(10, None, None).walk(6)
    assert table.ahead[0] is None
    assert table.bones[0] == 7
    assert table.payments == [("bowl:0", "box", 1, "landed_on_dog")]


def test_land_on_dog_stand_with_dog() -> None:
    """The character loses nothing, is never the farthest, and stays when the dog steps on."""
    table = Table(3, land_on_dog="stand_with_dog").at(10, 3, 8).walk(6)
    assert table.ahead == (0, 3, 8)
    assert table.bones == (8, 8, 8)
    assert table.view["order"] == [0, 1, 2]
    table.stop("dog 1").stop("dog 1")
    assert table.bones == (7, 8, 9)
    assert table.do("step_dog").ahead == (15, 3, 8)


def test_two_characters_meet_at_the_dog() -> None:
    """The one already there is pushed behind the dog, where it cannot be caught."""
    assert Table(3, land_on_dog="stand_with_dog").at(10, 0, 15).walk(6).ahead == (0, 14, 15)


def test_a_chain_goes_on_behind_the_dog() -> None:
    """Everybody in the way moves back one space there too."""
    table = Table(3, land_on_dog="stand_with_dog", bump="chain").at(10, 0, 15).walk(6)
    assert table.ahead == (0, 15, 14)


def test_with_the_variant_a_character_at_the_dog_is_last() -> None:
    """No space is left behind it, so a pushed character is caught."""
    table = Table(3, land_on_dog="stand_with_dog", bump="variant").at(2, 7, 0).stop("2 3")
    assert table.ahead == (7, None, 0)
    assert table.bones == (8, 7, 8)


def test_a_whole_ring_at_the_dog_leads_back_to_it() -> None:
    """A character at the dog that moves around the whole ring comes back and pushes nobody."""
    assert Table(3, land_on_dog="stand_with_dog").at(0, 5, None).walk(16).ahead == (0, 5, None)


def test_nearest_metric_forward() -> None:
    """Default: behind the dog is farthest from its nose."""
    assert Table(3).at(15, 8, 2).view["order"] == [2, 1, 0]


def test_nearest_metric_shortest_way() -> None:
    """Distance counts in both directions; of two at the same distance, the one ahead is nearer."""
    table = Table(3, nearest_metric="shortest_way").at(15, 8, 2)
    assert table.view["order"] == [0, 2, 1]
    assert table.at(14, 8, 2).view["order"] == [2, 0, 1]
    assert table.set_turn(2).stop("dog 1").bones == (7, 9, 8)


def test_centre_ignored() -> None:
    """Default: the centre neither pays nor is paid, nor does a single character on the track."""
    table = Table(3).at(5, None, None).set_turn(2).white("dog dog")
    assert table.bones == (8, 8, 7)
    assert table.view["evaluation"] is None
    table = Table(4).at(5, None, 3, None).set_turn(3).white("dog dog")
    assert table.bones == (7, 6, 5, 5)


def test_centre_counts_as_nearest() -> None:
    """Everybody in the centre gives a bone to the farthest, even to the only one on the track."""
    rule = {"centre_in_evaluation": "counts_as_nearest"}
    table = Table(3, **rule).at(5, None, None).set_turn(2).white("dog dog")
    assert table.bones == (10, 7, 6)
    assert Table(3, **rule).at(None, None, None).set_turn(2).white("dog dog").bones == (8, 8, 7)


def test_the_centre_pays_in_the_order_of_the_round() -> None:
    """The first empty bowl ends the game, so the next player does not pay."""
    table = Table(4, first=2, centre_in_evaluation="counts_as_nearest").at(None, 5, None, None)
    table.bowls(3, 3, 1, 3).set_turn(1).stop("dog 1")
    assert table.bones == (3, 4, 0, 3)
    assert table.state.phase == "over"


def test_end_timing_immediate() -> None:
    """Default: an empty bowl ends the game at once, even in mid-turn."""
    table = Table(3).at(3, 9, None).bowls(8, 8, 1).set_turn(2).white("dog dog")
    assert table.state.phase == "over"
    assert table.bones == (8, 8, 0)


def test_a_pushed_player_can_end_the_game() -> None:
    """A push into the dog costs the pushed player their last bone."""
    table = Table(3).at(None, 1, None).bowls(8, 1, 8).stop("dog 1")
    assert table.state.phase == "over"
    assert [row["seat"] for row in table.view["ranking"]] == [0, 2, 1]
    assert [row["place"] for row in table.view["ranking"]] == [1, 1, 3]


def test_the_dogs_step_can_end_the_game() -> None:
    """It bites a player with one bone left, and nobody rolls any more."""
    table = Table(3).at(9, 7, 4).set_turn(2).stop("dog 1").at(1, 7, 4).bowls(1, 8, 8).do("step_dog")
    assert table.state.phase == "over"


def test_end_timing_end_of_round() -> None:
    """The round is played out and scored; a player without bones gives none, but may get one."""
    table = Table(3, end_timing="end_of_round").at(2, 9, 5).bowls(1, 8, 8).white("dog dog")
    assert (table.state.phase, table.state.last_round) == ("throw", True)
    table.stop("dog 1").stop("dog 1")
    assert table.state.phase == "over"
    assert table.bones == (0, 8, 8)
    table = Table(3, end_timing="end_of_round").at(12, 9, 5).bowls(1, 8, 8).white("dog dog")
    assert table.stop("dog 1").stop("dog 1").bones == (1, 8, 7)
    assert table.state.phase == "over"


def test_a_player_who_left_is_behind_an_empty_bowl() -> None:
    """They neither win nor share a place."""
    table = Table(3, end_timing="end_of_round").bowls(1, 4, 4).white("dog dog")
    table.do("leave", seat=1).do("leave", seat=2)
    assert places(table) == [(0, 1), (1, 2), (2, 2)]
    table = Table(4).bowls(1, 5, 5, 5).do("leave", seat=3).white("dog dog")
    assert table.state.phase == "over"
    assert places(table) == [(1, 1), (2, 1), (0, 3), (3, 4)]


def places(table: Table) -> list[tuple[int, int]]:
    """Return (seat, place) of all players, best first."""
    return [(row["seat"], row["place"]) for row in table.view["ranking"]]


def test_an_empty_bowl_can_lose_nothing_more() -> None:
    """In a last round, even two dogs take no bone from an empty bowl."""
    table = Table(3, end_timing="end_of_round").bowls(0, 8, 8).white("dog dog")
    assert table.bones == (0, 8, 8)
    assert table.happened["two_dogs"]["seat"] == 0
    assert "bones_paid" not in table.happened


def test_the_dogs_step_begins_a_last_round() -> None:
    """If the dog's step empties a bowl, the round that begins is the last one."""
    table = Table(3, end_timing="end_of_round").at(9, 7, 4).set_turn(2).stop("dog 1")
    table.at(1, 7, 4).bowls(1, 8, 8).do("step_dog")
    assert (table.state.phase, table.state.last_round) == ("throw", True)


def test_dog_start_random() -> None:
    """Default: the table chooses any space for the dog, or chance draws one."""
    table = Table(3, dog_start="random")
    assert table.state.phase == "place_dog"
    assert table.view["dog"] is None
    draws: list[Any] = [*GAME.possible_draws(table.state)]
    assert [action.space for action in draws] == list(range(1, 17))
    assert table.do("place_dog", space=16).stop("dog 1").view["seats"][0]["space"] == 1


def test_dog_start_first_space() -> None:
    """The dog starts on the first space, and the first player rolls at once."""
    table = Table(3, dog_start="first_space")
    assert (table.view["dog"], table.state.phase) == (1, "throw")


def test_first_player_has_the_dark_dog() -> None:
    """The table draws who begins; the dark dog goes to the left after each round."""
    table = Table(3, first=2)
    assert table.view["first_player"] == GAME.turn(table.state) == 2
    table.stop("1 1").stop("2 2").stop("3 3")
    assert table.state.phase == "step_dog"
    assert table.view["first_player"] == GAME.turn(table.state) == 0


def test_dice_have_the_sides_of_the_box() -> None:
    """Each die has its own sides; two dice may be read in either order."""
    own = {"white_1": ["dog", "6"], "white_2": ["1", "2"]}
    table = Table(3, **own)
    assert table.refused("throw_white", faces=["6", "dog"])["code"] == "no_such_face"
    assert table.refused("throw_white", faces=["3", "6"])["dice"] == [["dog", "6"], ["1", "2"]]
    assert table.stop("2 6").ahead[0] == 8
    assert len(GAME.possible_draws(table.state)) == 4


def test_invented_dice_are_marked() -> None:
    """If we invented the sides of a die, the first prompts say so."""
    invented = GAME.start(Setup(NAMES[:3])).state
    assert "invented_dice" in [prompt.code for prompt in GAME.banker_prompts(invented)]
    assert "invented_dice" not in [said[0] for said in Table(3).said]


def default_dice(**options: object) -> Table:
    """Return a table whose dice are as the house rules list them, unless `options` differ."""
    listed = {die: list(INVENTED_DIE) for die in ("white_1", "white_2", "black_1", "black_2")}
    return Table(3, **{**listed, **options})


def test_dice_whose_sides_are_invented_may_show_anything() -> None:
    """Rules §2.1: a real die may show a dog or 1 to 9; only virtual dice have invented sides."""
    table = default_dice()
    awaited = GAME.awaited_dice(table.state)
    assert awaited is not None
    assert (awaited.faces, awaited.each) == (DOG_DIE_FACES, (DOG_DIE_FACES, DOG_DIE_FACES))
    drawn = {face for roll in GAME.possible_draws(table.state) for face in roll.to_json()["faces"]}
    assert drawn == set(INVENTED_DIE)
    assert table.stop("6 9").ahead[0] == 15
    assert table.white("dog 6").black("6 1").ahead[1] == 13
    mixed = default_dice(white_2=["1", "2"])
    assert mixed.code("throw_white", faces=["6", "3"]) == "no_such_face"
    assert mixed.stop("2 6").ahead[0] == 8


def test_sides_that_the_owner_entered_are_binding() -> None:
    """This holds even if they equal the invented ones, which are then not marked as invented."""
    table = default_dice(sides_known=True)
    assert "invented_dice" not in [said[0] for said in table.said]
    assert table.code("throw_white", faces=["6", "1"]) == "no_such_face"
    assert default_dice(dog_is="six").code("throw_white", faces=["6", "1"]) == "no_such_face"


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("spaces", 7),
        ("spaces", 61),
        ("spaces", "16"),
        ("bump", "fly"),
        ("two_dogs", True),
        ("white_1", ["dog"]),
        ("white_1", ["dog"] * 21),
        ("black_2", ["dog", "10"]),
        ("black_2", "dog"),
        ("black_1", ["dog", "0"]),
    ],
)
def test_a_senseless_value_is_refused(option: str, value: object) -> None:
    """A game does not start with a wrong value of a house rule."""
    with pytest.raises(BadSetup) as refusal:
        GAME.start(Setup(NAMES[:3], options={option: value}))  # type: ignore[dict-item]
    assert refusal.value.code == "bad_option"
    assert option in str(refusal.value.to_json())
