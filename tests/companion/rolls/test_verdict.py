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
    likely_answers,
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


def test_a_sure_roll_is_played() -> None:
    """If the eye is sure of what the game awaits, nobody is asked."""
    verdict = judge(FIRST, seen(1, "4 5 6"))
    assert (verdict.outcome, verdict.why) == ("played", ())
    assert (verdict.faces, verdict.kept) == (("4", "5", "6"), ())


def test_unmoved_dice_were_kept() -> None:
    """They go to the game as kept dice."""
    verdict = judge(AGAIN, seen(1, "2 5 1", moved=(False, True, False)))
    assert (verdict.outcome, verdict.kept) == ("played", (0, 2))


def test_a_locked_die_was_kept_wherever_it_was_pushed() -> None:
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
def test_a_reading_without_a_roll_is_ignored(awaited: Any, reading: Any, why: str) -> None:
    """If nothing was rolled, nothing is asked."""
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
def test_a_reading_that_does_not_fit_is_asked(awaited: AwaitedDice, reading: Any, why: str) -> None:
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
def test_no_die_is_hidden_if_none_is_missing(
    faces: str, confidence: float, doubts: tuple[str, ...], outcome: str, beside: tuple[str, ...]
) -> None:
    """No die can be below or next to the others; each face must still be sure."""
    reading = with_doubts(seen(1, faces, doubts=beside), *doubts)
    dice = tuple(replace(die, confidence=confidence) for die in reading.dice)
    assert (
        judge(FIRST, keep_only_awaited_dice(replace(reading, dice=dice), FIRST)).outcome == outcome
    )


def test_objects_beside_a_complete_roll_are_not_its_dice() -> None:
    """The eye sees all awaited dice, with sure faces."""
    assert judge(FIRST, seen(1, "4 5 6", sure=False, doubts=("covered",))).outcome == "played"
    assert judge(FIRST, seen(1, "4 5", sure=False, doubts=("covered",))).outcome == "asked"


@pytest.mark.parametrize(
    ("thrown", "reasons", "why"), [(None, (), "thrown unclear"), (True, (TOO_EARLY,), TOO_EARLY)]
)
def test_a_complete_roll_is_only_asked_whether_it_counts(
    thrown: bool | None, reasons: tuple[str, ...], why: str
) -> None:
    """As all dice are there, what covers the tray hides none."""
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
def test_doubts_that_the_number_of_dice_cannot_settle_are_asked(doubt: str) -> None:
    """The number tells neither what unread dice show nor where unrolled dice lie."""
    assert judge(FIRST, seen(1, "4 5 6", sure=False, doubts=(doubt,))).why == (doubt,)


def test_a_roll_of_which_no_die_was_read_is_asked() -> None:
    """The only die that was rolled lies so that the eye does not see it as one."""
    verdict = judge(FIRST, seen(1, "", thrown=None, sure=False, doubts=("cocked",)))
    assert verdict.outcome == "asked"
    assert {"cocked", "too few"} <= set(verdict.why)


def test_a_roll_from_before_it_was_awaited_is_asked() -> None:
    """Somebody may have entered the same roll by hand."""
    verdict = judge(FIRST, seen(1, "1 2 3"), (TOO_EARLY,))
    assert (verdict.outcome, verdict.why) == ("asked", ("too early",))


def test_a_question_offers_allowed_faces_in_order() -> None:
    """Only faces that the game allows are offered, the likeliest first."""
    die = DieReport(*("skull", 0.5, (0, 0, 1, 1), "red", (("skull", 0.5), ("2", 0.1), ("6", 0.3))))
    assert likely_answers([die] * 3, FIRST) == [tuple("666"), tuple("662"), tuple("626")]
    reading = replace(seen(1, "1 1 1"), dice=(die,) * 3)
    assert judge(FIRST, reading).faces == ("6", "6", "6")


def test_kept_dice_that_cannot_have_stayed_count_as_rolled() -> None:
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
def test_only_awaited_dice_are_ever_played(
    faces: list[str], before: list[str], data: st.DataObject, thrown: bool | None, sure: bool
) -> None:
    """The roll is sure and has the right count, known faces, locked dice and unmoved kept dice."""
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
    """The others have not moved or are gone; grey counts as black if a black die is missing."""
    reading = keep_only_awaited_dice(coloured(faces, bodies, moved), BLACK)
    assert all(die.body in ("black", "grey") for die in reading.dice)
    verdict = judge(BLACK, reading)
    assert (verdict.outcome, verdict.why) == ("asked" if why else "played", why)


def test_a_question_offers_only_what_the_dice_can_show_together() -> None:
    """Faces that are on different dice one by one may be impossible together."""
    chances = (("2", 0.9), ("1", 0.06), ("dog", 0.04))
    die = DieReport("2", 0.9, (0, 0, 1, 1), "black", chances)
    expected = [("2", "1"), ("1", "2"), ("2", "dog")]
    assert likely_answers([die] * 2, BLACK) == expected
    assert likely_answers([replace(die, alternatives=())] * 2, BLACK) == []
    assert likely_answers([die], BLACK) == likely_answers([], BLACK) == []
    many = AwaitedDice(2, tuple("123456789"), each=(tuple("12345678"), ("9",)))
    low = tuple((face, 1 / int(face)) for face in "123456789")
    assert likely_answers([replace(die, alternatives=low)] * 2, many)[0] == ("1", "9")


@pytest.mark.parametrize(("bodies", "outcome"), [("bb", "played"), ("bg", "asked")])
def test_a_die_of_merely_likely_colour_may_mean_a_hidden_one(bodies: str, outcome: str) -> None:
    """A grey die may be a white one in the shade, while the black one is covered."""
    reading = replace(coloured("dog 2", bodies, "xx"), sure=False, doubts=("covered",))
    assert judge(BLACK, keep_only_awaited_dice(reading, BLACK)).outcome == outcome


def test_without_awaited_colours_all_dice_count() -> None:
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
def test_an_eye_just_opened_does_not_ask_about_dice_already_there(
    number: int, faces: str, early: bool, outcome: str
) -> None:
    """To an eye that was running, the same faces again may be a roll."""
    reading = seen(number, faces, thrown=None)
    assert judge(AGAIN, reading, (TOO_EARLY,) * early).outcome == outcome
