"""How well the dice of a taught set were read."""

from companion.log.readings import ReadingReport, Verdict
from companion.log.rows import (
    ActionBody,
    Body,
    CorrectionBody,
    ReadingBody,
    RolledDice,
    Row,
    StartBody,
    UndoBody,
)
from companion.taught.reading_success import count_dice_read_right
from engine.core.offered_game import Setup

READING = ReadingReport("run", 1, (), (), thrown=True, sure=True)


def rows(*told: Body) -> list[Row]:
    """Return rows with these bodies."""
    return [
        Row(seq, body, "hand", "", "", reading_number=_number(body))
        for seq, body in enumerate(told, 1)
    ]


def _number(body: Body) -> int | None:
    has_reading = isinstance(body, ActionBody | ReadingBody) and body.reading is not None
    return READING.number if has_reading else None


def start(dice_set: str = "") -> StartBody:
    """Return the start of a game with the dice of that set."""
    return StartBody("tiny", Setup(("Ana",)), dice_set)


def roll(*faces: str) -> RolledDice:
    """Return these dice, all rolled."""
    return RolledDice(faces, ())


def played(*faces: str) -> ActionBody:
    """Return a roll that was played as the eye read it."""
    return ActionBody({}, roll(*faces), READING)


def by_hand(*faces: str, reading_row: int | None = None) -> ActionBody:
    """Return a roll entered by hand, for the reading of `reading_row` or for none."""
    return ActionBody({}, roll(*faces), reading_row=reading_row)


def corrected(row: int, *faces: str) -> CorrectionBody:
    """Return the correction of that row."""
    return CorrectionBody(row, {}, roll(*faces))


def test_corrected_and_differently_answered_dice_were_misread() -> None:
    """One of two played rolls is corrected, and one die of an asked roll is wrong."""
    told = rows(
        start("klee"),
        played("dog", "1"),
        played("dog", "1"),
        corrected(3, "dog", "2"),
        ReadingBody(READING, Verdict("asked", faces=("dog", "3"))),
        by_hand("dog", "dog", reading_row=5),
        by_hand("4", "4"),  # nothing was read
        start(),
        played("dog", "1"),  # with other dice
    )
    assert count_dice_read_right(told, "klee") == (4, 6)
    assert count_dice_read_right(told, "other") == (0, 0)
    assert count_dice_read_right(told, None) == (6, 8)


def test_undone_rolls_entered_differently_were_misread() -> None:
    """Other faces are then entered by hand; a dismissed roll does not count."""
    begun, ones, undone, told = start("klee"), played("1", "1"), UndoBody(1), by_hand("1", "2")
    assert count_dice_read_right(rows(begun, ones, undone, told), "klee") == (1, 2)
    assert count_dice_read_right(rows(begun, ones, undone, UndoBody(2)), "klee") == (2, 2)
    redone = rows(begun, ones, undone, UndoBody(2), told)
    assert count_dice_read_right(redone, "klee") == (2, 2)
    assert count_dice_read_right(rows(begun, ones, undone, begun, told), "klee") == (0, 0)
    assert count_dice_read_right(rows(begun, ones, undone, ones), "klee") == (2, 2)
    assert count_dice_read_right(rows(begun, ones, undone), "klee") == (0, 0)


def test_an_undone_correction_does_not_count() -> None:
    """The roll counts as first entered, and as corrected after a redo."""
    told = rows(start("klee"), played("1", "1"), corrected(2, "1", "2"), UndoBody(2), UndoBody(3))
    assert count_dice_read_right(told[:3], "klee") == (1, 2)
    assert count_dice_read_right(told[:4], "klee") == (2, 2)
    assert count_dice_read_right(told, "klee") == (1, 2)


def test_after_an_undone_start_the_previous_games_dice_count() -> None:
    """The game goes on with them, and the other set was never rolled."""
    told = rows(start("klee"), start("other"), UndoBody(1), played("1", "1"))
    assert count_dice_read_right(told, "klee") == (2, 2)
    assert count_dice_read_right(told, "other") == (0, 0)
