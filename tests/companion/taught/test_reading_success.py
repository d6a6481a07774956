"""How well the dice of a taught set were read."""

from typing import Any

from companion.log.row import Kind, Row
from companion.taught.reading_success import count_dice_read_right


def rows(*told: tuple[Kind, dict[str, Any]]) -> list[Row]:
    """Return rows that say this."""
    return [Row(seq, kind, body, "hand", "", "") for seq, (kind, body) in enumerate(told, 1)]


def test_what_was_told_or_corrected_otherwise_was_read_wrong() -> None:
    """Of two throws that were played one was corrected, of one that was asked a die was wrong."""
    reading = {"reading": {}}
    played = {**reading, "dice": {"faces": ["dog", "1"]}}
    told = rows(
        ("start", {"dice_set": "klee"}),
        ("action", played),
        ("action", played),
        ("correct", {"row": 3, "dice": {"faces": ["dog", "2"]}}),
        ("reading", {**reading, "verdict": {"faces": ["dog", "3"]}}),
        ("action", {"dice": {"faces": ["dog", "dog"]}, "reading_row": 5}),
        ("action", {"dice": {"faces": ["4", "4"]}}),  # by hand, nothing was read
        ("start", {}),
        ("action", played),  # with other dice
    )
    assert count_dice_read_right(told, "klee") == (4, 6)
    assert count_dice_read_right(told, "other") == (0, 0)
    assert count_dice_read_right(told, None) == (6, 8)


def test_what_was_taken_back_was_read_wrong() -> None:
    """Where other faces were told by hand then; not where the throw itself was none."""
    ones = ("action", {"reading": {}, "dice": {"faces": ["1", "1"]}})
    by_hand = ("action", {"dice": {"faces": ["1", "2"]}})
    undo = ("undo", {"to": 1})
    start = ("start", {"dice_set": "klee"})
    assert count_dice_read_right(rows(start, ones, undo, by_hand), "klee") == (1, 2)
    assert count_dice_read_right(rows(start, ones, undo, ("undo", {"to": 2})), "klee") == (2, 2)
    redone = rows(start, ones, undo, ("undo", {"to": 2}), by_hand)
    assert count_dice_read_right(redone, "klee") == (2, 2)
    assert count_dice_read_right(rows(start, ones, undo, start, by_hand), "klee") == (0, 0)
    assert count_dice_read_right(rows(start, ones, undo, ones), "klee") == (2, 2)
    assert count_dice_read_right(rows(start, ones, undo), "klee") == (0, 0)


def test_a_correction_that_was_taken_back_says_nothing() -> None:
    """The throw counts as it was told before, and as corrected when the undo is undone."""
    told = rows(
        ("start", {"dice_set": "klee"}),
        ("action", {"reading": {}, "dice": {"faces": ["1", "1"]}}),
        ("correct", {"row": 2, "dice": {"faces": ["1", "2"]}}),
        ("undo", {"to": 2}),
        ("undo", {"to": 3}),
    )
    assert count_dice_read_right(told[:3], "klee") == (1, 2)
    assert count_dice_read_right(told[:4], "klee") == (2, 2)
    assert count_dice_read_right(told, "klee") == (1, 2)
