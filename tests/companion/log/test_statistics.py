"""Which dice count for fairness: those that were rolled, once per roll."""

from msgspec.structs import replace

from companion.log.statistics import rolled_dice
from tests.companion.conftest import Played, seen


def counted(played: Played) -> dict[str, list[int]]:
    """Return the counts of the newest game."""
    game = played.table.games_played.find()
    return rolled_dice(game.moments, game.log_rows)


def test_kept_dice_are_not_counted_again(played: Played) -> None:
    """Undone rolls are not counted either; a corrected roll counts as corrected."""
    played.start()
    played.do("dice", faces=["1", "2", "3"])
    played.do("dice", faces=["1", "6", "6"], kept=[0])
    assert counted(played) == {"": [1, 1, 1, 0, 0, 2]}
    played.do("correct", row=3, faces=["1", "6", "5"], kept=[0])
    assert counted(played) == {"": [1, 1, 1, 0, 1, 1]}
    played.do("undo")
    played.do("undo")
    assert counted(played) == {"": [1, 1, 1, 0, 0, 0]}


def test_dice_are_grouped_by_the_colours_that_the_eye_reported(played: Played) -> None:
    """Dice are grouped by the colours in the readings; dice entered by hand form one group."""
    played.start()
    told = seen(1, "1 2 3")
    dice = (replace(told.dice[0], body="red"), *told.dice[1:])
    played.read(replace(told, dice=dice))
    assert counted(played) == {"red": [1, 0, 0, 0, 0, 0], "white": [0, 1, 1, 0, 0, 0]}
    played.do("dice", faces=["4", "4", "4"])
    assert counted(played) == {"": [1, 1, 1, 3, 0, 0]}
