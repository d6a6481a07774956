"""A reading: the dice of one still picture, their confidence, and the doubts by name."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from vision.bounding_box import BoundingBox, centre, mean_side

SURE_CONFIDENCE = 0.95  # confidence to play a die unasked; 960 of 961 held-out dice were right
LIKELY_CONFIDENCE = 0.9  # confidence to play a die unless somebody objects

DOUBTS = (
    "cocked", "stacked", "touching", "off the tray", "blurred", "glare", "covered", "too few",
    "too many", "unknown face", "hardly visible",
)  # fmt: skip
HIDING_DOUBT = "stacked"  # the die hides another; its own face is visible all the same
PRESENCE_DOUBT = "hardly visible"  # likely, but not surely a die; if it is one, its face is sure


class JudgedDie:
    """Decides whether a die may be played, by its `confidence` and possibly `slight` doubts."""

    __slots__ = ()
    confidence: float
    doubts: tuple[str, ...]
    slight: bool

    @property
    def sure(self) -> bool:
        """Whether nothing about this die is doubtful."""
        return self.confidence >= SURE_CONFIDENCE and not self.doubts

    @property
    def is_face_sure(self) -> bool:
        """Whether this die's face is sure, even if it may hide another die, or be none."""
        moot = {HIDING_DOUBT, PRESENCE_DOUBT}
        return self.confidence >= SURE_CONFIDENCE and set(self.doubts) <= moot

    @property
    def likely(self) -> bool:
        """Whether this die alone would be played unless somebody objects."""
        return self.confidence >= LIKELY_CONFIDENCE and (self.slight or not self.doubts)


@dataclass(frozen=True, slots=True)
class Die(JudgedDie):
    """One die as read.

    `face` is the likeliest of "1".."6" and the taught names, or the face that similar dice were
    confirmed to show. `confidence` (0..1) is the calibrated probability that the die shows it; if
    it is not even likely that there is a die that shows it, the probability of that. `box` is its
    bounding box (x1, y1, x2, y2) in pixels, `body` its own colour's name, and `alternatives` are
    the likeliest faces with their probabilities, best first, including `face`. `doubts` are names
    from DOUBTS; `slight` says that they weigh little.
    """

    face: str
    confidence: float
    box: BoundingBox
    body: str
    alternatives: tuple[tuple[str, float], ...]
    doubts: tuple[str, ...] = ()
    slight: bool = False

    @property
    def centre(self) -> tuple[float, float]:
        """Centre (x, y) of the box in pixels."""
        return centre(self.box)

    @property
    def size(self) -> float:
        """Mean of width and height of the box in pixels."""
        return mean_side(self.box)


@dataclass(frozen=True, slots=True)
class Reading:
    """All dice of one picture, and the time taken in ms.

    `tray_doubts` are doubts (of DOUBTS) that are not only about one of the dice. `faint` are the
    boxes of possible dice that were not read.
    """

    dice: tuple[Die, ...]
    tray_doubts: tuple[str, ...]
    ms: float
    faint: tuple[BoundingBox, ...] = ()

    @property
    def doubts(self) -> tuple[str, ...]:
        """All doubts, about single dice or the whole picture."""
        of_dice = (doubt for die in self.dice for doubt in die.doubts)
        return sort_doubts({*self.tray_doubts, *of_dice})

    @property
    def is_empty(self) -> bool:
        """Whether there are no dice, and nothing that may be one."""
        return not self.dice and not self.tray_doubts

    @property
    def sure(self) -> bool:
        """Whether there are dice, each is sure, and nothing else is doubtful."""
        return bool(self.dice) and not self.tray_doubts and all(die.sure for die in self.dice)

    @property
    def likely(self) -> bool:
        """Whether the table would play this unless somebody objects: sure, or almost sure."""
        return bool(self.dice) and not self.tray_doubts and all(die.likely for die in self.dice)


def sort_doubts(named: Collection[str]) -> tuple[str, ...]:
    """Return `named` in the order of DOUBTS."""
    return tuple(name for name in DOUBTS if name in named)


def with_tray_doubts(reading: Reading, named: Collection[str]) -> Reading:
    """Return `reading` with the doubts `named` added, which are about the tray as a whole."""
    return replace(reading, tray_doubts=sort_doubts({*reading.tray_doubts, *named}))


def are_faces_sure(dice: Sequence[JudgedDie]) -> bool:
    """Return whether each face is sure, and one of the `dice` at least is surely a die.

    A game that knows how many dice to expect may play them all, because none can be hidden, and
    each must be one, whatever else seems to lie there. But a count is no evidence that they are on
    the table at all: where every die is hardly visible, there may be none.
    """
    seen = any(PRESENCE_DOUBT not in die.doubts for die in dice)
    return seen and all(die.is_face_sure for die in dice)


def can_play_unasked(dice: Sequence[JudgedDie], count: int) -> bool:
    """Return whether a game that rolls `count` dice would play these without asking."""
    return len(dice) == count and are_faces_sure(dice)


def with_expected_count(reading: Reading, count: int) -> Reading:
    """Return `reading` as judged by a game that rolls `count` dice.

    Nothing is doubtful if the game can play the dice unasked; another number of dice is doubtful.
    """
    if can_play_unasked(reading.dice, count):
        dice = tuple(replace(die, doubts=()) for die in reading.dice)
        return replace(reading, dice=dice, tray_doubts=())
    if len(reading.dice) == count:
        return reading
    return with_tray_doubts(reading, {"too few" if len(reading.dice) < count else "too many"})
