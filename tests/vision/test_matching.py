"""Matching dice between readings, and the vote of several stills."""

from dataclasses import replace

import pytest

from tests.vision.stage import die_at
from vision.matching import (
    are_same_dice,
    are_same_dice_in_shifted_view,
    combine_views,
    match_dice,
    vote_on_stills,
)
from vision.reading import LIKELY_CONFIDENCE, SURE_CONFIDENCE, Die, Reading, can_play_unasked

COVERED = ("covered",)


def row(*faces: int, confidence: float = 0.99, shift: float = 0.0) -> tuple[Die, ...]:
    """Return dice of 40 pixels side by side."""
    return tuple(
        die_at((100.0 * i + shift, 50, 100.0 * i + 40 + shift, 90), face, confidence)
        for i, face in enumerate(faces)
    )


def still(
    *faces: int, confidence: float = 0.99, shift: float = 0.0, doubts: tuple[str, ...] = ()
) -> Reading:
    """Return one still of such a row."""
    return Reading(row(*faces, confidence=confidence, shift=shift), doubts, 5.0)


def test_dice_are_paired_by_place_nearest_first() -> None:
    """Each old die is assigned once, to the nearest new one within the limit."""
    old = row(1, 2, 3)
    assert match_dice(row(1, 2, 3, shift=5), old) == [0, 1, 2]
    assert match_dice(row(1, shift=50), old) == [None]
    assert match_dice(row(1, shift=12), old) == [0]  # 0.3 of its size
    assert match_dice(row(1, shift=12.1), old) == [None]
    two_at_one = (*row(4, shift=8), *row(5, shift=2))
    assert match_dice(two_at_one, old) == [None, 0]


def test_stills_agree_on_places_and_faces() -> None:
    """A different face, place or number of dice is not agreement."""
    assert are_same_dice(row(1, 2), row(1, 2, shift=3))
    assert not are_same_dice(row(1, 2), row(1, 3))
    assert not are_same_dice(row(1, 2), row(1, 2, shift=30))
    assert not are_same_dice(row(1, 2), row(1))
    assert not are_same_dice(row(1), row(1, 2))


def test_two_sure_stills_decide() -> None:
    """One still decides nothing; a second that agrees does, with 1.2 times the mean log odds."""
    first, second = still(1, 2, confidence=0.99), still(1, 2, confidence=SURE_CONFIDENCE)
    assert vote_on_stills([first], 6) is None
    reported = vote_on_stills([first, second], 6)
    assert reported is not None
    assert reported.sure
    assert reported.dice[0].confidence == pytest.approx(0.9893, abs=1e-4)


def test_stills_that_agree_may_be_sure_together() -> None:
    """A nearly sure one is compensated by a sure one, or by a doubt that only one of them has."""
    reported = vote_on_stills([still(1, 2, confidence=0.93), still(1, 2)], 6)
    assert reported is not None
    assert reported.sure
    reported = vote_on_stills([hinted(1, 2), still(1, 2)], 6)
    assert reported is not None
    assert reported.sure
    covered = replace(still(1, 2), tray_doubts=("covered",))
    assert vote_on_stills([covered, still(1, 2)], 6) is None
    assert vote_on_stills([still(1, 2, confidence=0.9), still(1, 2, confidence=0.93)], 6) is None


def test_one_unsure_still_among_sure_ones_only_delays() -> None:
    """A blurred first still is outvoted by two sharp ones that agree."""
    blurred = still(1, 5, confidence=0.5, doubts=("blurred",))
    assert vote_on_stills([blurred, still(1, 2)], 6) is None
    reported = vote_on_stills([blurred, still(1, 2), still(1, 2)], 6)
    assert reported is not None
    assert reported.sure
    assert [die.face for die in reported.dice] == ["1", "2"]


@pytest.mark.parametrize(
    "against", [still(1, 3, doubts=COVERED), still(1, 3, confidence=LIKELY_CONFIDENCE)]
)
def test_two_sure_stills_are_not_enough_if_another_might_be_played(against: Reading) -> None:
    """A game that counts its dice would play the other still, or the table after its delay."""
    reported = vote_on_stills([against, still(1, 2), still(1, 2)], 3)
    assert reported is not None
    assert not reported.likely
    assert not can_play_unasked(reported.dice, 2)


def test_two_lucky_stills_do_not_outvote_four_doubtful_ones() -> None:
    """Sure in two of six stills is not sure."""
    doubtful = still(1, 2, 3, 4, confidence=0.9, doubts=("glare",))
    reported = vote_on_stills([doubtful] * 4 + [still(1, 2, 3)] * 2, 6)
    assert reported is not None
    assert not reported.sure


def test_half_of_the_stills_decide_nothing() -> None:
    """Two sure stills of four that disagree wait for a fifth."""
    stills = [still(1, 4, confidence=0.5), still(1, 5, confidence=0.5), still(1, 2), still(1, 2)]
    assert vote_on_stills(stills, 6) is None
    reported = vote_on_stills([*stills, still(1, 2)], 6)
    assert reported is not None
    assert reported.sure


@pytest.mark.parametrize(
    ("doubt", "named", "counts"),
    [("glare", 3, True), ("glare", 2, False), ("stacked", 1, True), ("stacked", 0, False)],
)
def test_a_doubt_counts_where_half_of_the_stills_named_it(
    doubt: str, named: int, counts: bool
) -> None:
    """Half of six are needed, but only one for a die below another."""
    doubting = still(1, confidence=0.7, doubts=(doubt,))
    reported = vote_on_stills([doubting] * named + [still(1, confidence=0.7)] * (6 - named), 6)
    assert reported is not None
    assert reported.doubts == ((doubt,) if counts else ())


def test_dice_in_a_few_stills_are_not_an_empty_tray() -> None:
    """Something there cannot be read."""
    nothing = Reading((), (), 1.0)
    faint = still(1, confidence=0.7)
    reported = vote_on_stills([nothing, faint, nothing, nothing, faint, nothing], 6)
    assert reported is not None
    assert (reported.dice, reported.doubts) == ((), ("covered",))


def test_sure_stills_against_each_other_are_never_sure() -> None:
    """Three stills say 2, three say 3, all sure: unsure, whatever came first."""
    reported = vote_on_stills([still(1, 2), still(1, 3)] * 3, 6)
    assert reported is not None
    assert not reported.sure
    assert vote_on_stills([still(1, 2), still(1, 2), still(1, 3)], 6) is None


def test_unsure_stills_are_asked_with_their_doubts() -> None:
    """After the last still the dice have the doubts that most stills named."""
    reported = vote_on_stills([still(1, 2, confidence=0.7, doubts=("glare",))] * 6, 6)
    assert reported is not None
    assert not reported.sure
    assert reported.doubts == ("glare",)
    assert [die.face for die in reported.dice] == ["1", "2"]


def test_unsure_stills_that_all_agree_are_asked_about_soon() -> None:
    """They are asked about after four, unless one differs: then after the maximum."""
    doubtful = still(1, 2, doubts=("stacked",))
    assert vote_on_stills([doubtful] * 3, most=6) is None
    verdict = vote_on_stills([doubtful] * 4, most=6)
    assert verdict is not None
    assert verdict.doubts == ("stacked",)
    other = still(1, 3, doubts=("stacked",))
    assert vote_on_stills([other, *[doubtful] * 4], most=6) is None


def test_an_empty_tray_needs_two_stills_and_no_other() -> None:
    """Two empty stills are an empty tray, unless another one shows dice."""
    nothing = Reading((), (), 1.0)
    assert vote_on_stills([nothing], 6) is None
    reported = vote_on_stills([nothing, nothing], 6)
    assert reported is not None
    assert reported.dice == ()
    assert vote_on_stills([still(1), nothing, nothing], 6) is None


def test_a_vote_keeps_the_alternatives() -> None:
    """The ranked faces of the last still are kept for the table."""
    ranked = replace(still(1).dice[0], alternatives=(("1", 0.9), ("4", 0.1)))
    reported = vote_on_stills([Reading((ranked,), (), 1.0)] * 2, 6)
    assert reported is not None
    assert reported.dice[0].alternatives == (("1", 0.9), ("4", 0.1))


def test_a_layout_is_known_again_when_all_of_it_slid() -> None:
    """A common shift is the same layout; a single shifted die, or another face, is not."""
    old = row(1, 2, 3)
    assert are_same_dice_in_shifted_view(row(1, 2, 3, shift=75), old)
    lower = tuple(
        replace(die, box=(x1 + 75, y1 - 30, x2 + 75, y2 - 30))
        for die in old
        for x1, y1, x2, y2 in [die.box]
    )
    assert are_same_dice_in_shifted_view(lower, old)
    assert are_same_dice_in_shifted_view((), ())
    assert not are_same_dice_in_shifted_view(row(1, 2, 4, shift=75), old)
    assert not are_same_dice_in_shifted_view((*row(1, 2), *row(3, shift=300)), old)
    assert not are_same_dice_in_shifted_view(row(1, 2), old)


def test_a_doubt_of_half_the_stills_belongs_to_its_die() -> None:
    """A doubt that no die explains belongs to the tray."""
    doubtful = [replace(die, doubts=("cocked",)) for die in row(5, 2)[:1]]
    still = Reading((*doubtful, *row(5, 2)[1:]), ("glare",), 1.0)
    reported = vote_on_stills([still, still, Reading(row(5, 2), (), 1.0), still], 4)
    assert reported is not None
    assert [die.doubts for die in reported.dice] == [("cocked",), ()]
    assert (reported.doubts, reported.tray_doubts) == (("cocked", "glare"), ("glare",))


def test_a_doubt_not_only_about_one_die_belongs_to_the_tray() -> None:
    """It may be about both, or about a die in some stills and about the tray in others."""
    dice = row(5, 2)
    leaning = (replace(dice[0], doubts=("cocked",)), dice[1])
    here, beside = Reading(leaning, (), 1.0), Reading(dice, ("cocked",), 1.0)
    both, plain = Reading(leaning, ("cocked",), 1.0), Reading(dice, (), 1.0)
    for stills, of_die in ([both] * 4, ("cocked",)), ([here, beside, here, beside, plain], ()):
        reported = vote_on_stills(stills, len(stills))
        assert reported is not None
        assert (reported.dice[0].doubts, reported.tray_doubts) == (of_die, ("cocked",))


def hinted(*faces: int, slight: bool = True, doubt: str = "cocked") -> Reading:
    """Return a still whose dice all have a doubt."""
    dice = tuple(replace(die, doubts=(doubt,), slight=slight) for die in row(*faces))
    return Reading(dice, (), 5.0)


def test_a_slight_doubt_leaves_a_reading_likely_but_a_serious_one_does_not() -> None:
    """So do confidences that are almost high enough."""
    reported = vote_on_stills([hinted(1, 2)] * 6, 6)
    assert reported is not None
    assert (reported.sure, reported.likely) == (False, True)
    grave = vote_on_stills([hinted(1, 2, slight=False)] * 6, 6)
    assert grave is not None
    assert not grave.likely
    nearly, little = (vote_on_stills([still(1, 2, confidence=c)] * 6, 6) for c in (0.91, 0.85))
    assert nearly is not None
    assert little is not None
    assert (nearly.likely, little.likely) == (True, False)


def test_a_face_that_a_likely_still_contradicts_is_not_likely() -> None:
    """The same holds for what only half of the stills show."""
    contested = vote_on_stills(
        [still(1, 2, confidence=0.92)] * 5 + [still(1, 3, confidence=0.92)], 6
    )
    halved = vote_on_stills([still(1, 2, confidence=0.92)] * 3 + [still(1, confidence=0.5)] * 3, 6)
    for reported in (contested, halved):
        assert reported is not None
        assert not reported.likely
        assert [die.face for die in reported.dice] == ["1", "2"]


def test_a_doubt_of_few_views_is_dropped_in_a_longer_look() -> None:
    """A doubt about a die needs more than half of six views, one about the tray only two.

    A single view is enough for a die below another. Nearly all must show the same dice.
    """
    assert combine_views([*[hinted(1, 2)] * 3, *[still(1, 2)] * 3]).sure
    below = combine_views([hinted(1, 2, doubt="stacked"), *[still(1, 2)] * 5])
    assert [die.doubts for die in below.dice] == [("stacked",)] * 2
    assert not combine_views([*[hinted(1, 2)] * 4, *[still(1, 2)] * 2]).sure
    covered = replace(still(1, 2), tray_doubts=("covered",))
    assert combine_views([covered, *[still(1, 2)] * 5]).sure
    assert not combine_views([*[covered] * 2, *[still(1, 2)] * 4]).sure
    assert combine_views([still(1, confidence=0.5), *[still(1, 2)] * 5]).sure
    parted = combine_views([*[still(1, confidence=0.5)] * 2, *[still(1, 2)] * 4])
    assert not parted.likely


def test_agreeing_stills_are_surer_than_each_alone() -> None:
    """This holds for two stills of a rest and for six views, but not if one disagrees."""
    nearly = still(1, 2, confidence=0.94)
    reported = vote_on_stills([nearly] * 2, 6)
    assert reported is not None
    assert reported.sure
    assert vote_on_stills([nearly, nearly, still(1, confidence=0.5)], 6) is None
    assert combine_views([nearly] * 6).sure
    assert not combine_views([still(1, 2, confidence=0.9)] * 6).sure
    assert not combine_views([*[nearly] * 5, still(1, confidence=0.5)]).sure


@pytest.mark.parametrize("last", [5, 6])
def test_stills_with_other_faces_leave_no_die_sure(last: int) -> None:
    """A game that counts its dice plays sure faces, and three of six stills are not enough."""
    faces = ((1, 3), (1, 6), (1, 3), (1, 6), (1, 3), (1, last))
    stills = [replace(still(*one), tray_doubts=COVERED) for one in faces]
    for reported in (vote_on_stills(stills, 6), combine_views(stills)):
        assert reported is not None
        assert reported.tray_doubts == COVERED
        assert not can_play_unasked(reported.dice, 2)


def test_one_still_surely_showing_another_face_contradicts_the_others() -> None:
    """This holds even if it has a tray doubt; a still that misses a die does not contradict."""
    others = [replace(still(1, 3), tray_doubts=COVERED)] * 5
    for faces, sure in (((1, 6), False), ((1,), True)):
        against = replace(still(*faces), tray_doubts=COVERED)
        for reported in (vote_on_stills([against, *others], 6), combine_views([against, *others])):
            assert reported is not None
            assert can_play_unasked(reported.dice, 2) == sure


def test_only_contradicted_dice_stay_unsure() -> None:
    """If one die is known to be unreadable, the others are played if they are sure."""
    faces = ((1, 3), (1, 6), (1, 3), (1, 6), (1, 3), (1, 6))
    known = replace(row(1)[0], confidence=0.5, doubts=("cocked",))
    stills = [Reading((known, *still(*one).dice[1:]), (), 5.0) for one in faces]
    extra = [still(1, 2, 3) if number % 2 else still(1, 2) for number in range(6)]
    for look in (lambda stills: vote_on_stills(stills, 6), combine_views):
        assert [die.sure for die in look([still(*one) for one in faces]).dice] == [True, False]
        assert [die.confidence >= LIKELY_CONFIDENCE for die in look(stills).dice] == [False, False]
        assert not any(die.likely for die in look(extra).dice[:2])
