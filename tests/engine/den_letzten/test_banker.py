"""The table's side: events, prompts, view, legal choices and awaited dice."""

import json
from dataclasses import replace

import pytest

from engine.core.choice import ListOf, OneOf
from engine.core.refusals import Refusal
from engine.den_letzten.options import Options
from engine.den_letzten.state import ThrowBlack, ThrowWhite
from tests.engine.den_letzten.table import GAME, Table


def codes(table: Table) -> list[str]:
    """Return the codes of all prompts."""
    return [code for code, _, _ in table.said]


def sentences(table: Table) -> list[str]:
    """Return the sentences of the last action's events, in order."""
    return [event.get("sentence", event["type"]) for event in table.events]


def test_the_deal() -> None:
    """Each bowl gets bones, the first player gets the dark dog, and the white dog is placed."""
    table = Table(4, first=1, dog_start="random")
    assert table.said == [("place_dog", 1, {"spaces": 16})]
    assert table.happened["bones_dealt"] == {
        "type": "bones_dealt",
        "count": 6,
        "box": 6,
        "seat": None,
    }
    assert table.payments == [("box", f"bowl:{seat}", 6, "deal") for seat in range(4)]
    assert table.happened["dark_dog_passed"]["seat"] == 1
    table.do("place_dog", space=9)
    assert table.events == [{"type": "dog_placed", "seat": 1, "space": 9}]
    assert codes(table) == ["throw"]


def test_a_late_player_gets_bones() -> None:
    """The other players' bones stay the same."""
    table = Table(4).do("join", name="Opa")
    assert sentences(table) == ["player_joined", "bones_dealt_to", ""]
    dealt = table.happened["bones_dealt"]
    assert (dealt["seat"], dealt["count"], dealt["box"]) == (4, 6, 0)
    assert table.payments == [("box", "bowl:4", 6, "deal")]


def test_a_leaving_players_bones_go_into_the_box() -> None:
    """If they had the dark dog, the next player gets it."""
    table = Table(3).do("leave", seat=0)
    assert sentences(table) == ["player_left", "bones_to_box", "dark_dog_passed"]
    assert table.happened["bones_paid"]["count"] == 8
    assert table.happened["dark_dog_passed"]["seat"] == GAME.turn(table.state) == 1


def test_roll_and_choose() -> None:
    """The white dice are rolled first; then the player chooses, knowing what they show."""
    table = Table(3)
    assert table.said[0] == ("throw", 0, {})
    assert table.white("3 dog").said == [("choose", 0, {"total": 3, "dogs": 1})]
    rolled = {"type": "rolled", "sentence": "rolled_white", "seat": 0, "body": "white"}
    assert table.events == [{**rolled, "faces": ["3", "dog"], "total": 3}]
    assert sentences(table.black("1 dog")) == ["rolled_black", "two_dogs", "bones_to_box"]
    assert table.happened["rolled"]["total"] == 4


def test_a_move_and_a_push() -> None:
    """The mover goes forward, the pushed character back."""
    table = Table(3).at(None, 4, 3).stop("1 3")
    assert table.said == [("throw", 1, {})]
    assert table.events == [
        {"type": "stopped", "seat": 0, "total": 4},
        {"type": "moved", "seat": 0, "count": 4, "start": None, "end": 5},
        {"type": "pushed", "seat": 1, "start": 5, "end": 3},
    ]


def test_pushed_into_the_dog() -> None:
    """A character pushed onto the dog goes to the centre and loses a bone to the box."""
    table = Table(3).at(None, 1, None).stop("1 dog")
    assert table.events[2:4] == [
        {"type": "pushed", "seat": 1, "start": 2, "end": 1},
        {"type": "bitten", "seat": 1, "reason": "pushed_into_dog"},
    ]
    assert table.payments == [("bowl:1", "box", 1, "pushed_into_dog")]


def test_landing_on_the_dog() -> None:
    """The mover moves up to the dog and then to the centre."""
    table = Table(3).at(12, None, None).stop("1 3")
    assert table.events[1:3] == [
        {"type": "moved", "seat": 0, "count": 4, "start": 13, "end": 1},
        {"type": "bitten", "seat": 0, "reason": "landed_on_dog"},
    ]
    assert table.payments == [("bowl:0", "box", 1, "landed_on_dog")]


def test_the_view_shows_what_stopping_would_do() -> None:
    """It shows whom the mover would meet, and that nobody moves after two dogs."""
    met = Table(3).at(None, 4, None).white("1 3")
    mover = {"seat": 0, "start": None, "end": 4, "how": "moved", "caught": False}
    pushed = {"seat": 1, "start": 4, "end": 3, "how": "pushed", "caught": False}
    assert met.view["stop"] == [mover, pushed]
    assert met.do("stop").view["stop"] is None
    assert Table(3).at(12, None, None).white("1 3").view["stop"][0]["caught"]
    stays = Table(3, two_dogs="may_throw_black").white("dog dog").view["stop"]
    assert [move["how"] for move in stays] == ["stayed"]


def test_two_dogs() -> None:
    """The character does not move, and one bone goes into the box."""
    table = Table(3).white("dog dog")
    assert table.said == [("throw", 1, {})]
    assert table.events[1] == {"type": "two_dogs", "seat": 0, "dogs": 2}
    assert table.payments == [("bowl:0", "box", 1, "two_dogs")]


def test_the_end_of_a_round() -> None:
    """The nearest gives the farthest a bone, the dark dog goes left, the white dog steps on."""
    table = Table(3).at(9, 2, 14).set_turn(2).stop("dog 1")
    assert table.said == [("step_dog", 1, {"space": 2, "catches": None})]
    assert sentences(table)[1:] == ["moved", "round_scored", "bone_to_player", "dark_dog_passed"]
    assert table.happened["round_scored"] == {
        "type": "round_scored",
        "number": 1,
        "seats": [1],
        "other_seat": 2,
    }
    assert table.payments == [("bowl:1", "bowl:2", 1, "evaluation")]
    assert table.happened["dark_dog_passed"]["seat"] == 1


def test_a_round_in_which_nobody_gives_a_bone() -> None:
    """With a single character on the track, nobody is nearest or farthest."""
    table = Table(3).at(None, None, None).set_turn(2).stop("dog 1")
    assert sentences(table)[2:] == ["round_scored_without_bones", "dark_dog_passed"]


def test_the_dogs_step() -> None:
    """A character the dog steps onto goes to the centre and loses a bone; the banker warns."""
    table = Table(3).set_turn(2).stop("dog 1").at(1, 7, 15)
    assert table.said[0] == ("step_dog", 1, {"space": 2, "catches": 0})
    table.do("step_dog")
    assert table.said == [("throw", 1, {})]
    assert table.events[:2] == [
        {"type": "dog_moved", "seat": 1, "space": 2},
        {"type": "bitten", "seat": 0, "reason": "dog_step"},
    ]
    assert table.payments == [("bowl:0", "box", 1, "dog_step")]


def test_the_end() -> None:
    """At the first empty bowl the game ends, and the banker names the winner."""
    table = Table(3).bowls(1, 8, 8).white("dog dog")
    assert table.said[0] == ("game_over", None, {"winners": [1, 2], "empty": [0]})
    assert sentences(table)[2:] == ["bones_to_box", "bowl_emptied", "game_over"]
    assert GAME.turn(table.state) is None
    assert table.view["ranking"] == [
        {"seat": 1, "place": 1, "bones": 8},
        {"seat": 2, "place": 1, "bones": 8},
        {"seat": 0, "place": 3, "bones": 0},
    ]
    assert not GAME.legal_choices(table.state)


def test_the_event_says_why_the_game_ended() -> None:
    """Somebody's bowl was empty, the last round was over, or one player was left."""
    rule = {"end_timing": "end_of_round"}
    ends = {
        "two_dogs": Table(3).bowls(1, 8, 8).white("dog dog"),
        "landed_on_dog": Table(3).at(14, None, None).bowls(1, 8, 8).stop("1 1"),
        "pushed_into_dog": Table(3).at(None, 1, None).bowls(8, 1, 8).stop("dog 1"),
        "dog_step": Table(3).set_turn(2).stop("dog 1").at(1, 7, 4).bowls(1, 8, 8).do("step_dog"),
        "evaluation": Table(3).at(2, 7, 9).bowls(1, 8, 8).set_turn(2).stop("dog 1"),
        "end_of_round": Table(3, **rule).bowls(8, 8, 1).set_turn(2).white("dog dog"),
        "one_left": Table(3).do("leave", seat=1).do("leave", seat=2),
    }
    for why, table in ends.items():
        assert GAME.result(table.state).ending == why


def test_a_last_round_is_announced() -> None:
    """If a house rule plays the round to its end, the banker says once that it is the last."""
    table = Table(3, end_timing="end_of_round").bowls(1, 1, 8).white("dog dog")
    assert table.said[-1] == ("last_round", None, {"empty": [0]})
    assert sentences(table)[-2:] == ["bowl_emptied", "last_round_announced"]
    assert sentences(table.white("dog dog"))[-1] == "bowl_emptied"
    assert table.said[-1] == ("last_round", None, {"empty": [0, 1]})


def test_the_view_shows_the_board() -> None:
    """It lists the ring's spaces, counted from the dog's."""
    table = Table(3, dog_start="random").do("place_dog", space=15).at(2, None, 15).white("dog 3")
    view = table.view
    assert [seat["space"] for seat in view["seats"]] == [1, None, 14]
    assert view["dice"] == [
        {"face": "dog", "body": "white", "kept": False},
        {"face": "3", "body": "white", "kept": False},
    ]
    assert (view["sum"], view["dogs"], view["ranking"]) == (3, 1, None)
    assert view["evaluation"] == {"nearest": [0], "farthest": 2}
    assert [die["kept"] for die in table.black("1 1").view["dice"]] == [True, True, False, False]


def test_awaited_dice_have_a_colour() -> None:
    """First the two white dice are awaited, then the two black ones, while the white ones stay."""
    table = Table(3, black_1=["dog", "1"], black_2=["2", "3"])
    white = GAME.awaited_dice(table.state)
    assert white is not None
    assert (white.count, white.body, white.beside, white.before) == (2, "white", (), ())
    black = GAME.awaited_dice(table.white("4 dog").state)
    assert black is not None
    assert (black.count, black.body, black.beside) == (2, "black", ("4", "dog"))
    assert black.faces == ("dog", "1", "2", "3")
    assert black.can_show(["2", "dog"])
    assert not black.can_show(["2", "3"])
    following = GAME.awaited_dice(table.black("1 2").state)
    assert following is not None
    assert following.throw != white.throw  # the next player's, of the same dice
    assert replace(following, throw=white.throw) == white
    assert GAME.awaited_dice(table.set_turn(2).stop("1 1").state) is None


def test_a_reading_becomes_the_roll_of_its_colour() -> None:
    """Two faces are the white or the black roll, whichever the game waits for."""
    table = Table(3)
    assert GAME.action_from_roll(table.state, ["dog", "2"], []) == ThrowWhite(("dog", "2"), 0)
    table.white("1 2")
    assert GAME.action_from_roll(table.state, ["4", "2"], []) == ThrowBlack(("4", "2"), 0)


@pytest.mark.parametrize(
    ("faces", "kept", "code"), [(["1", "1"], [0], "throw_all"), (["x", "1"], [], "malformed")]
)
def test_wrong_readings_are_refused(faces: list[str], kept: list[int], code: str) -> None:
    """A roll needs both dice of a colour, showing faces that dice have."""
    with pytest.raises(Refusal) as refusal:
        GAME.action_from_roll(Table(3).state, faces, kept)
    assert refusal.value.code == code


def test_ordinary_dice() -> None:
    """With ordinary dice the eye looks for sixes, and a six is played as a dog."""
    table = Table(3, dog_is="six")
    white = GAME.awaited_dice(table.state)
    assert white is not None
    assert white.faces == ("1", "2", "3", "4", "5", "6")
    assert white.each == (white.faces, white.faces)
    roll = GAME.action_from_roll(table.state, ["6", "2"], [])
    assert roll == ThrowWhite(("dog", "2"), 0)
    black = GAME.awaited_dice(GAME.play(table.state, roll).state)
    assert black is not None
    assert black.beside == ("2", "6")
    assert "invented_dice" not in codes(Table(3, dog_is="six"))


def test_no_dice_are_awaited_at_the_end() -> None:
    """A reading after the end is refused."""
    with pytest.raises(Refusal) as refusal:
        GAME.action_from_roll(Table(3).bowls(1, 8, 8).white("dog dog").state, ["1", "1"], [])
    assert refusal.value.code == "no_dice"


def test_legal_faces() -> None:
    """Two equal dice may show any pair of their faces; different dice only the pairs they can."""
    same = GAME.legal_choices(Table(3).state)[0].fields["faces"]
    assert isinstance(same, ListOf)
    table = Table(3, white_1=["dog", "1"], white_2=["2", "2", "1"])
    differ = GAME.legal_choices(table.state)[0].fields["faces"]
    assert isinstance(differ, OneOf)
    pairs = {"dog 1", "1 dog", "dog 2", "2 dog", "1 1", "1 2", "2 1"}
    assert {" ".join(pair) for pair in differ.one_of} == pairs
    assert [choice.type for choice in GAME.legal_choices(table.white("1 2").state)] == [
        "stop",
        "throw_black",
    ]


def test_only_dice_with_a_dog_need_teaching() -> None:
    """The eye already knows all faces of ordinary dice, in any edition."""
    assert GAME.description_for_page()["own_faces"] == {"dog": {"dog_is": "dog"}}
    assert GAME.own_faces_in_use(Options()) == ["dog"]
    assert GAME.own_faces_in_use(Options(dog_is="six")) == []


def test_everything_is_json() -> None:
    """The description, view, prompts and legal choices go through JSON."""
    table = Table(6, white_1=["dog", "1"]).white("1 2")
    json.dumps([GAME.description_for_page(), GAME.view(table.state), table.said])
    json.dumps([choice.to_json() for choice in GAME.legal_choices(table.state)])
    json.dumps(GAME.odds(table.state))
