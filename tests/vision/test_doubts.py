"""The names of doubts about a reading."""

from dataclasses import replace

import numpy as np
import pytest

from vision.bounding_box import BoundingBox
from vision.classifiers import FACE_CLASSES, UNREADABLE
from vision.detection import Detection
from vision.detector import Candidate
from vision.doubts import die_doubts, tray_doubts
from vision.reading import sort_doubts


@pytest.fixture
def picture() -> np.ndarray:
    """Return a picture that is sharp everywhere."""
    return np.random.default_rng(0).integers(60, 200, (300, 400, 3), np.uint8)


def detection(box: BoundingBox, shows: str = "4") -> Detection:
    """Return a detection in `box` that mostly shows the class `shows`."""
    probabilities = np.full(len(FACE_CLASSES), 0.01, np.float32)
    probabilities[FACE_CLASSES.index(shows)] = 1 - 0.01 * (len(FACE_CLASSES) - 1)
    return Detection(Candidate(box, 0.8), probabilities)


def doubts_of(
    picture: np.ndarray, dice: list[Detection], unsure: list[Detection], faint: list[Detection]
) -> tuple[str, ...]:
    """Return all doubts about a picture, including those about each die."""
    named = set(tray_doubts(picture, dice, faint))
    for die in dice:
        named |= set(die_doubts(picture, die, dice, sure=not any(die is one for one in unsure)))
    return sort_doubts(named)


A: BoundingBox = (50.0, 50.0, 90.0, 90.0)
FAR: BoundingBox = (200.0, 200.0, 240.0, 240.0)


def test_sure_dice_raise_none(picture: np.ndarray) -> None:
    """Two clear, separate dice raise no doubt."""
    assert doubts_of(picture, [detection(A), detection(FAR)], [], []) == ()


@pytest.mark.parametrize(
    ("shows", "name"),
    [("unknown", "unknown face"), ("cocked", "cocked"), *((name, name) for name in UNREADABLE)],
)
def test_an_unreadable_die_is_doubted_by_its_class(
    picture: np.ndarray, shows: str, name: str
) -> None:
    """The doubt is the reason that the face network gives for a die that cannot be read."""
    die = detection(A, shows)
    assert doubts_of(picture, [die], [die], []) == (name,)


@pytest.mark.parametrize("name", ["cocked", "stacked"])
def test_a_die_that_may_not_lie_flat_is_doubted_however_sure(
    picture: np.ndarray, name: str
) -> None:
    """A probability of a third that a die is cocked is a doubt; a fifth is not."""
    for probability, doubts in ((0.35, (name,)), (0.2, ())):
        probabilities = detection(A).probabilities.copy()
        probabilities[FACE_CLASSES.index(name)] = probability
        die = replace(detection(A), probabilities=probabilities)
        assert doubts_of(picture, [die, detection(FAR)], [], []) == doubts


def test_touching(picture: np.ndarray) -> None:
    """An unsure die close to another is "touching"; one far away is not."""
    die, close = detection(A), detection((88.0, 55.0, 128.0, 95.0))
    assert doubts_of(picture, [die, close], [die], []) == ("touching",)
    assert doubts_of(picture, [die, detection(FAR)], [die], []) == ()


def test_two_taken_for_one(picture: np.ndarray) -> None:
    """A box far longer than wide or than its neighbours, or far larger, may be two dice."""
    assert doubts_of(picture, [detection((50.0, 50.0, 90.0, 124.0))], [], []) == ("touching",)
    long = detection((50.0, 50.0, 90.0, 113.0))
    assert "touching" in doubts_of(picture, [long, detection(FAR)], [], [])
    others = [detection(FAR), detection((300.0, 20.0, 340.0, 60.0))]
    large = detection((20.0, 100.0, 84.0, 164.0))
    assert "touching" in doubts_of(picture, [*others, large], [], [])


def test_oblong_pixels_raise_no_doubt(picture: np.ndarray) -> None:
    """If a camera stretches all dice alike, none counts as two."""
    wide = [detection((x, 50.0, x + 64.0, 90.0)) for x in (20.0, 120.0, 220.0)]
    assert doubts_of(picture, wide, [], []) == ()
    assert doubts_of(picture, wide[:1], [], []) == ()


def test_off_the_tray(picture: np.ndarray) -> None:
    """A die at the border of the picture is off the tray, however clearly it was read."""
    for box in ((0.0, 50.0, 25.0, 90.0), (50.0, -3.0, 90.0, 30.0), (370.0, 200.0, 400.0, 240.0)):
        assert doubts_of(picture, [detection(box)], [], []) == ("off the tray",)
    near = detection((4.0, 50.0, 44.0, 90.0))
    assert doubts_of(picture, [near], [], []) == ()
    faint = detection((0.0, 50.0, 25.0, 90.0))
    assert doubts_of(picture, [detection(FAR)], [], [faint]) == ("off the tray",)


@pytest.mark.parametrize(
    ("box", "cut"),
    [
        ((-2.0, 50.0, 38.0, 90.0), False),  # a twentieth is hidden
        ((-3.5, 50.0, 36.5, 90.0), False),  # a twelfth, where there are no pips
        ((50.0, 261.0, 90.0, 301.0), False),
        ((-2.0, 50.0, 44.0, 90.0), False),  # longer than the others, which no border explains
        ((50.0, -1.0, 90.0, 44.0), False),
        ((50.0, -2.0, 94.0, 38.0), True),  # shorter for its width
        ((-6.0, 50.0, 34.0, 90.0), True),
        ((366.0, 50.0, 400.0, 90.0), True),
        ((370.0, 50.0, 400.0, 80.0), True),  # its width is cut, too, or it is smaller
        ((-12.0, -12.0, 28.0, 28.0), True),  # as much of its width as of its length
        ((-1.0, -1.0, 39.0, 39.0), True),  # even if only slightly cut
    ],
)
def test_a_die_may_have_its_rim_cut_off(picture: np.ndarray, box: BoundingBox, cut: bool) -> None:
    """Another complete die shows how long it must be; without one, that cannot be judged."""
    die, other = detection(box), detection(FAR)
    assert die_doubts(picture, die, [die, other], sure=True) == ("off the tray",) * cut
    assert die_doubts(picture, die, [die], sure=True) == ("off the tray",)


def test_faint_detections_are_never_silent(picture: np.ndarray) -> None:
    """A possible die raises a doubt, "covered" if there is no better reason."""
    assert doubts_of(picture, [detection(FAR)], [], [detection(A)]) == ("covered",)
    assert doubts_of(picture, [detection(FAR)], [], [detection(A, "unknown")]) == ("unknown face",)


def test_a_doubt_belongs_to_its_die(picture: np.ndarray) -> None:
    """Doubts about no particular die belong to the tray."""
    cocked, clear = detection(A, "cocked"), detection(FAR)
    assert die_doubts(picture, cocked, [cocked, clear], sure=True) == ("cocked",)
    assert die_doubts(picture, clear, [cocked, clear], sure=True) == ()
    assert tray_doubts(picture, [cocked, clear], []) == ()
    assert tray_doubts(picture, [clear], [cocked]) == ("cocked",)


def test_a_die_with_corrected_classes_stays_the_same_die(picture: np.ndarray) -> None:
    """It is still recognised among the others."""
    die = detection(A, "touching")
    known = die.excluding_classes(FACE_CLASSES.index("touching"))
    small = detection((200.0, 200.0, 234.0, 234.0))
    assert die_doubts(picture, known, [die, small], sure=False) == ()
