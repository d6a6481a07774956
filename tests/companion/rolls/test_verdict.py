"""The verdict on a reading: play, ask with reasons, or ignore."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.log.readings import DieReport, ReadingReport
from companion.rolls.verdict import (
    TOO_EARLY,
    consistent_kept,
    judge,
    keep_only_awaited_dice,
    ranked_faces,
    with_inferred_moves,
)
from engine.core.awaited_dice import AwaitedDice
from tests.companion.conftest import seen
from vision.reading import Die as Seen
from vision.reading import Reading as Read
from vision.reading import with_expected_count


def with_doubts(reading: ReadingReport, *doubts: str) -> ReadingReport:
    """Return `reading`, not sure, with `doubts` about its first die."""
    first, *others = reading.dice
    return replace(reading, dice=(replace(first, doubts=doubts), *others), sure=False)


FACES = ("1", "2", "3", "4", "5", "6")
FIRST = AwaitedDice(3, FACES)
AGAIN = AwaitedDice(3, FACES, before=("1", "2", "2"))
LOCKED = AwaitedDice(3, FACES, before=("1", "2", "2"), fixed=("2",))


def test_sure_roll_is_played() -> None:
    """If the eye is sure of what the game awaits, nobody is asked."""
    verdict = judge(FIRST, seen(1, "4 5 6"))
    assert (verdict.outcome, verdict.why) == ("played", ())
    assert (verdict.faces, verdict.kept) == (("4", "5", "6"), ())


def test_dice_that_lie_as_they_lay_were_kept() -> None:
    """Dice that did not move were kept."""
    verdict = judge(AGAIN, seen(1, "2 5 1", moved=(False, True, False)))
    assert (verdict.outcome, verdict.kept) == ("played", (0, 2))


def test_fixed_die_was_kept_wherever_it_was_pushed() -> None:
    """A locked die that was moved to the rail was not rolled."""
    verdict = judge(LOCKED, seen(1, "5 2 2", moved=(True, True, True)))
    assert (verdict.outcome, verdict.kept) == ("played", (1,))


def test_a_photograph_shows_all_but_the_kept_faces_as_rolled() -> None:
    """A photograph shows no motion, so one die for each kept face is taken to have stayed."""
    reading = with_inferred_moves(seen(1, "2 5 2"), AGAIN, ("2",))
    assert reading.moved == (False, True, True)
    assert with_inferred_moves(seen(1, "2 5 2"), AGAIN, ()).moved == (True, True, True)


@pytest.mark.parametrize(
    ("awaited", "reading", "why"),
    [
        (FIRST, seen(1, "1 2 3", thrown=False), "not a throw"),
        (FIRST, seen(1, ""), "empty"),
    ],
)
def test_what_is_no_roll_passes(awaited: Any, reading: Any, why: str) -> None:
    """If nothing happened, nothing is asked."""
    verdict = judge(awaited, reading)
    assert (verdict.outcome, verdict.why) == ("ignored", (why,))


@pytest.mark.parametrize(
    ("awaited", "reading", "why"),
    [
        (FIRST, seen(1, "1 2"), "too few"),
        (FIRST, seen(1, "1 2 3 4"), "too many"),
        (FIRST, seen(1, "1 2 skull"), "unknown face"),
        (FIRST, seen(1, "1 2 3", sure=False), "unsure"),
        (FIRST, with_doubts(seen(1, "1 2 3"), "cocked"), "cocked"),
        (FIRST, seen(1, "1 2 3", thrown=None), "thrown unclear"),
        (FIRST, seen(1, "1 2 3", moved=(True, True, False)), "kept unclear"),
        (AGAIN, seen(1, "1 2 2", moved=(False, False, False)), "thrown unclear"),
        (AGAIN, seen(1, "6 2 2", moved=(False, True, True)), "kept unclear"),
        (LOCKED, seen(1, "1 3 4"), "fixed die gone"),
    ],
)
def test_what_does_not_fit_is_asked(awaited: AwaitedDice, reading: Any, why: str) -> None:
    """Each way in which a reading may be wrong is a reason to ask."""
    verdict = judge(awaited, keep_only_awaited_dice(reading, awaited))
    assert (verdict.outcome, verdict.why) == ("asked", (why,))


@pytest.mark.parametrize(
    ("faces", "confidence", "doubts", "outcome"),
    [
        ("4 5 6", 0.96, ("stacked",), "played"),
        ("4 5", 0.96, ("stacked",), "asked"),
        ("4 5 6", 0.96, ("stacked", "hardly visible"), "played"),
        ("4 5", 0.96, ("hardly visible",), "asked"),
        ("4 5 6", 0.94, ("stacked",), "asked"),
        ("4 5 6", 0.96, ("cocked", "stacked"), "asked"),
    ],
)
@pytest.mark.parametrize("beside", [(), ("covered",), ("cocked", "touching")])
def test_where_the_game_misses_no_die_none_is_hidden(
    faces: str, confidence: float, doubts: tuple[str, ...], outcome: str, beside: tuple[str, ...]
) -> None:
    """A hidden die is ruled out below and next to the dice; each face must still be sure."""
    reading = with_doubts(seen(1, faces, doubts=beside), *doubts)
    dice = tuple(replace(die, confidence=confidence) for die in reading.dice)
    assert (
        judge(FIRST, keep_only_awaited_dice(replace(reading, dice=dice), FIRST)).outcome == outcome
    )


def test_what_seems_to_lie_beside_the_dice_of_a_game_is_none_of_them() -> None:
    """The eye sees all of them, and each face is sure."""
    assert judge(FIRST, seen(1, "4 5 6", sure=False, doubts=("covered",))).outcome == "played"
    assert judge(FIRST, seen(1, "4 5", sure=False, doubts=("covered",))).outcome == "asked"


@pytest.mark.parametrize(
    ("thrown", "reasons", "why"), [(None, (), "thrown unclear"), (True, (TOO_EARLY,), TOO_EARLY)]
)
def test_whether_a_roll_counts_is_the_only_question_if_all_its_dice_are_seen(
    thrown: bool | None, reasons: tuple[str, ...], why: str
) -> None:
    """Nothing else is doubtful: all dice are there, so what covers the tray hides none."""
    reading = seen(2, "4 5 6", thrown=thrown, sure=False, doubts=("covered",))
    assert judge(FIRST, reading, reasons).why == (why,)


DOUBT_LISTS = st.lists(st.sampled_from(["stacked", "cocked", "covered", "touching"]), max_size=2)


@given(
    dice=st.lists(st.tuples(st.sampled_from([0.93, 0.99]), DOUBT_LISTS), min_size=2, max_size=4),
    beside=DOUBT_LISTS,
)
def test_the_table_plays_what_the_eye_says_a_game_would_play(
    dice: list[tuple[float, list[str]]], beside: list[str]
) -> None:
    """`croupier read --count` and the table follow the same rule."""
    box = (0.0, 0.0, 9.0, 9.0)
    seen_dice = tuple(Seen("4", chance, box, "", (), tuple(named)) for chance, named in dice)
    doubts = tuple({*beside, *(doubt for die in seen_dice for doubt in die.doubts)})
    read = Read(seen_dice, doubts, 5.0, tuple(beside))
    told = seen(1, "4 " * len(dice), sure=read.sure, likely=read.likely, doubts=tuple(beside))
    of_eye = zip(told.dice, seen_dice, strict=True)
    told = replace(
        told,
        dice=tuple(
            replace(die, confidence=one.confidence, doubts=one.doubts) for die, one in of_eye
        ),
    )
    verdict = judge(FIRST, keep_only_awaited_dice(told, FIRST))
    assert (verdict.outcome == "played") == with_expected_count(read, FIRST.count).sure


@pytest.mark.parametrize("doubt", ["too many", "kept unclear", "beside moved"])
def test_what_the_number_of_dice_does_not_tell_is_asked(doubt: str) -> None:
    """It does not reveal what unread dice show, or where dice lie that were not rolled."""
    assert judge(FIRST, seen(1, "4 5 6", sure=False, doubts=(doubt,))).why == (doubt,)


def test_a_roll_of_which_no_die_was_read_is_asked() -> None:
    """The only die that was rolled lies so that the eye does not see it as one."""
    verdict = judge(FIRST, seen(1, "", thrown=None, sure=False, doubts=("cocked",)))
    assert verdict.outcome == "asked"
    assert {"cocked", "too few"} <= set(verdict.why)


def test_roll_from_before_it_was_awaited_is_asked() -> None:
    """It may be the roll that somebody has entered by hand meanwhile."""
    verdict = judge(FIRST, seen(1, "1 2 3"), (TOO_EARLY,))
    assert (verdict.outcome, verdict.why) == ("asked", ("too early",))


def test_question_offers_allowed_faces_in_order() -> None:
    """Faces that the game does not allow are not offered, and the likeliest comes first."""
    die = DieReport(*("skull", 0.5, (0, 0, 1, 1), "red", (("skull", 0.5), ("2", 0.1), ("6", 0.3))))
    assert ranked_faces(die, FACES) == (("6", 0.3), ("2", 0.1))
    reading = replace(seen(1, "1 1 1"), dice=(die,) * 3)
    assert judge(FIRST, reading).faces == ("6", "6", "6")


def test_kept_dice_that_cannot_have_stayed_are_taken_for_rolled() -> None:
    """Somebody corrects a face of a die that the eye took for kept."""
    assert consistent_kept(AGAIN, ("2", "5", "2"), (0, 1, 2)) == (0, 2)
    assert consistent_kept(AGAIN, ("2", "2", "2"), (0, 1, 2)) == (0, 1)
    assert consistent_kept(FIRST, ("2", "2", "2"), (0, 7)) == ()
    assert consistent_kept(AGAIN, ("2",), (-1, -5, 0)) == (0,)
    assert consistent_kept(AGAIN, (), (-1,)) == ()


FACE_LISTS = st.lists(st.sampled_from([*FACES, "skull"]), max_size=5)


@given(
    faces=FACE_LISTS,
    before=st.lists(st.sampled_from(FACES), min_size=3, max_size=3),
    data=st.data(),
    thrown=st.sampled_from([True, False, None]),
    sure=st.booleans(),
)
def test_what_is_played_is_always_what_the_game_awaits(
    faces: list[str], before: list[str], data: st.DataObject, thrown: bool | None, sure: bool
) -> None:
    """Sure, a roll, the right count, known faces, fixed dice present, kept dice unmoved."""
    moved = tuple(data.draw(st.booleans()) for _ in faces)
    fixed = tuple(data.draw(st.lists(st.sampled_from(before), max_size=1)))
    awaited = AwaitedDice(3, FACES, tuple(before), fixed)
    reading = seen(1, " ".join(faces), moved=moved, thrown=thrown, sure=sure)
    verdict = judge(awaited, reading)
    if verdict.outcome == "played":
        assert thrown is True
        assert sure
        assert verdict.faces == tuple(faces)
        assert len(faces) == awaited.count
        kept = Counter(faces[i] for i in verdict.kept)
        assert kept <= Counter(before)
        assert Counter(fixed) <= kept
        assert len(verdict.kept) < len(faces)
    if verdict.outcome == "asked":
        assert verdict.why


BLACK = AwaitedDice(
    2, ("dog", "1", "2"), body="black", each=(("dog", "1"), ("2",)), beside=("2", "1")
)


def coloured(faces: str, bodies: str, moved: str) -> ReadingReport:
    """Return a roll of dice with `bodies` (w, b, g); those marked x have moved."""
    reading = seen(1, faces, moved=tuple(mark == "x" for mark in moved))
    names = {"w": "white", "b": "black", "g": "grey"}
    dice = tuple(
        replace(die, body=names[body]) for die, body in zip(reading.dice, bodies, strict=True)
    )
    return replace(reading, dice=dice)


@pytest.mark.parametrize(
    ("faces", "bodies", "moved", "why"),
    [
        ("1 2 dog 2", "wwbb", "--xx", ()),
        ("2 1 2 2", "wbwb", "-x-x", ("beside changed",)),
        ("1 2 1 2", "wwbb", "-xxx", ("beside moved",)),
        ("1 1 1 2", "wwbb", "--xx", ("beside changed",)),
        ("1 2 dog 1", "wwbb", "--xx", ("unknown face",)),
        ("1 2 dog", "wwb", "--x", ("too few",)),
        ("dog 2", "bb", "xx", ()),
        ("1 2 dog 2", "wwbg", "--xx", ()),
        ("1 2 dog 2", "wwbg", "--x-", ("kept unclear",)),
        ("1 2 dog 2 2", "wwbbg", "--xx-", ()),
    ],
)
def test_only_dice_of_the_awaited_colour_are_rolled(
    faces: str, bodies: str, moved: str, why: tuple[str, ...]
) -> None:
    """The others have not moved, or are gone; grey counts as black if a black one is missing."""
    reading = keep_only_awaited_dice(coloured(faces, bodies, moved), BLACK)
    assert all(die.body in ("black", "grey") for die in reading.dice)
    verdict = judge(BLACK, reading)
    assert (verdict.outcome, verdict.why) == ("asked" if why else "played", why)


@pytest.mark.parametrize(("bodies", "outcome"), [("bb", "played"), ("bg", "asked")])
def test_where_a_die_is_awaited_by_its_likely_colour_alone_one_may_be_hidden(
    bodies: str, outcome: str
) -> None:
    """A grey die may be a white one in the shade, and the black one be covered."""
    reading = replace(coloured("dog 2", bodies, "xx"), sure=False, doubts=("covered",))
    assert judge(BLACK, keep_only_awaited_dice(reading, BLACK)).outcome == outcome


def test_where_colour_tells_nothing_all_dice_are_meant() -> None:
    """Most games use dice of one kind."""
    reading = seen(1, "4 5 6")
    assert keep_only_awaited_dice(reading, FIRST) == reading
    assert keep_only_awaited_dice(reading, None) == reading


@pytest.mark.parametrize(
    ("number", "faces", "early", "outcome"),
    [
        (1, "2 1 2", False, "ignored"),
        (1, "1 1 2", False, "asked"),
        (1, "1 1 2", True, "ignored"),
        (2, "2 1 2", False, "asked"),
        (2, "1 1 2", True, "asked"),
    ],
)
def test_eye_that_has_just_opened_asks_nothing_of_dice_that_lay_there(
    number: int, faces: str, early: bool, outcome: str
) -> None:
    """The same faces again, seen by an eye that was running, may be a roll."""
    reading = seen(number, faces, thrown=None)
    assert judge(AGAIN, reading, (TOO_EARLY,) * early).outcome == outcome
