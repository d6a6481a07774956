"""What the rules refuse, each with its code, and games that cannot start."""

import json

import pytest

from engine.core.action import Action
from engine.core.offered_game import Setup
from engine.core.refusals import BadAction, BadSetup
from tests.engine.den_letzten.table import GAME, NAMES, Table


@pytest.mark.parametrize(
    ("kind", "phases"),
    [("throw_black", ["choose"]), ("stop", ["choose"]), ("step_dog", ["step_dog"])],
)
def test_the_white_dice_come_first(kind: str, phases: list[str]) -> None:
    """The current player can do nothing else before rolling them."""
    fields = {"faces": ["1", "1"]} if kind == "throw_black" else {}
    refusal = Table(3).refused(kind, **fields)
    assert refusal["code"] == "wrong_phase"
    assert refusal["phase"] == "throw"
    assert refusal["phases"] == phases


@pytest.mark.parametrize("kind", ["throw_white", "stop"])
def test_nobody_acts_for_another(kind: str) -> None:
    """An action that names another player than the current one is refused."""
    table = Table(3)
    fields: dict[str, object] = {"faces": ["1", "1"]} if kind == "throw_white" else {}
    if kind == "stop":
        table.white("1 1")
    refusal = table.refused(kind, seat=1, **fields)
    assert (refusal["code"], refusal["seat"], refusal["turn"]) == ("not_your_turn", 1, 0)
    table.do(kind, seat=0, **fields)


def test_the_white_dice_are_rolled_once() -> None:
    """After that, the player can only stop or roll the black dice."""
    assert Table(3).white("1 1").refused("throw_white", faces=["1", "1"])["code"] == "wrong_phase"


def test_the_dog_is_placed_once_and_on_the_ring() -> None:
    """It goes on a space of the ring, only at the start."""
    table = Table(3, dog_start="random", spaces=12)
    for space in (0, 13, -1):
        refusal = table.refused("place_dog", space=space)
        assert (refusal["code"], refusal["min"], refusal["max"]) == ("no_such_space", 1, 12)
    assert table.do("place_dog", space=12).refused("place_dog", space=1)["code"] == "wrong_phase"


@pytest.mark.parametrize("faces", [[], ["1"], ["1", "2", "3"]])
def test_a_roll_has_both_dice_of_a_colour(faces: list[str]) -> None:
    """One die or three dice are not a roll."""
    refusal = Table(3).refused("throw_white", faces=faces)
    assert (refusal["code"], refusal["count"]) == ("dice_count", 2)
    assert Table(3).white("1 1").refused("throw_black", faces=faces)["code"] == "dice_count"


@pytest.mark.parametrize(
    "data",
    [
        {"type": "throw_white", "faces": ["0", "1"]},
        {"type": "throw_white", "faces": "dog dog"},
        {"type": "throw_white", "faces": [1, 2]},
        {"type": "throw_white"},
        {"type": "stop", "bones": 0},
        {"type": "place_dog", "space": "3"},
        {"type": "bid", "amount": 3},
        {},
        None,
    ],
)
def test_malformed_actions(data: object) -> None:
    """Data that is not an action of this game is refused before a rule sees it."""
    with pytest.raises(BadAction) as refusal:
        GAME.actions.parse(data)
    assert refusal.value.code in ("malformed", "unknown_action")
    json.dumps(refusal.value.to_json())


def test_an_action_of_another_game() -> None:
    """An action that this game does not know is refused."""

    class Bid(Action):
        type = "bid"

    with pytest.raises(BadAction) as refusal:
        GAME.play(Table(3).state, Bid())
    assert refusal.value.code == "unknown_action"


def test_nothing_after_the_end() -> None:
    """When a bowl is empty, nothing can be played."""
    table = Table(3).bowls(1, 8, 8).white("dog dog")
    for kind, fields in (
        ("throw_white", {"faces": ["1", "1"]}),
        ("throw_black", {"faces": ["1", "1"]}),
        ("stop", {}),
        ("step_dog", {}),
        ("place_dog", {"space": 1}),
    ):
        assert table.refused(kind, **fields)["code"] == "game_over"


@pytest.mark.parametrize(
    ("names", "fields", "code"),
    [
        (NAMES[:2], {}, "player_count"),
        ((*NAMES, "Gil"), {}, "player_count"),
        (("Ana", "Ben", "ana"), {}, "duplicate_name"),
        (("Ana", "Ben", ""), {}, "bad_name"),
        (NAMES[:3], {"first_seat": 3}, "first_seat"),
        (NAMES[:3], {"preset": "mb_1995"}, "unknown_preset"),
        (NAMES[:3], {"options": {"lock": "free"}}, "unknown_option"),
    ],
)
def test_games_that_cannot_start(
    names: tuple[str, ...], fields: dict[str, object], code: str
) -> None:
    """Wrong players, editions and house rules are refused, each with its code."""
    with pytest.raises(BadSetup) as refusal:
        GAME.start(Setup(names, **fields))  # type: ignore[arg-type]
    assert refusal.value.code == code


def test_dice_of_dogs_alone() -> None:
    """Nobody would ever move, so they are refused; a single die may have only dogs."""
    dogs = dict.fromkeys(("white_1", "white_2", "black_1", "black_2"), ("dog", "dog"))
    with pytest.raises(BadSetup) as refusal:
        GAME.start(Setup(("Ana", "Ben", "Cy"), options=dogs))
    assert refusal.value.code == "bad_option"
    assert GAME.start(Setup(("Ana", "Ben", "Cy"), options={"white_1": ("dog", "dog")})).state
