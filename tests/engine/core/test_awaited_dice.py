"""The dice a game waits for."""

import pytest

from engine.core.awaited_dice import AwaitedDice

ALIKE = AwaitedDice(2, ("1", "2", "3"))
EACH = AwaitedDice(3, ("dog", "1", "2", "9"), each=(("dog", "1"), ("1", "2"), ("9", "dog")))


@pytest.mark.parametrize(
    ("awaited", "faces", "fits"),
    [
        (ALIKE, ["1", "1"], True),
        (ALIKE, ["1", "4"], False),
        (ALIKE, ["1"], False),
        (ALIKE, ["1", "1", "1"], False),
        (EACH, ["1", "2", "9"], True),
        (EACH, ["9", "2", "1"], True),
        (EACH, ["dog", "dog", "1"], True),
        (EACH, ["dog", "dog", "dog"], False),
        (EACH, ["9", "9", "1"], False),
        (EACH, ["1", "1", "1"], False),
        (EACH, ["1", "2"], False),
    ],
)
def test_faces_fit_dice_in_any_order(awaited: AwaitedDice, faces: list[str], fits: bool) -> None:
    """Each face needs its own die that can show it, in whatever order the dice were read."""
    assert awaited.can_show(faces) is fits
