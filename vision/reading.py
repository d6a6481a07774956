"""What one still picture showed: the dice, how sure each is, and what is doubtful by name."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from vision.bounding_box import BoundingBox, centre, mean_side

SURE = 0.95  # confidence from which a die is played unasked; of 957 kept-out dice 955 were right
LIKELY = 0.9  # and from which it is played unless somebody objects

DOUBTS = (
    "cocked", "stacked", "touching", "off the tray", "blurred", "glare", "covered", "too few",
    "too many", "unknown face",
)  # fmt: skip
HIDING_DOUBT = (
    "stacked"  # the doubt about a die that it hides another; its own face is seen all the same
)


class JudgedDie:
    """When a die alone is played, by its `confidence` and its `doubts`, which may be `slight`."""

    __slots__ = ()
    confidence: float
    doubts: tuple[str, ...]
    slight: bool

    @property
    def sure(self) -> bool:
        """Whether nothing about this die is doubtful."""
        return self.confidence >= SURE and not self.doubts

    @property
    def is_face_sure(self) -> bool:
        """Whether this die shows its face surely, though it may hide another."""
        return self.confidence >= SURE and set(self.doubts) <= {HIDING_DOUBT}

    @property
    def likely(self) -> bool:
        """Whether this die alone would be played unless somebody objects."""
        return self.confidence >= LIKELY and (self.slight or not self.doubts)


@dataclass(frozen=True, slots=True)
class Die(JudgedDie):
    """One die as read.

    `face` is the likeliest of "1".."6" and of the names that were taught, or what dice that look
    so were confirmed to show; `confidence` (0..1) the calibrated probability that a die lies here
    and shows it, `box` its outline (x1, y1, x2, y2) in pixels of the picture, `body` the name of
    its own colour, and `alternatives` the likeliest faces with their probabilities, best first,
    `face` included. `doubts` are named (of DOUBTS); they may be but `slight`.
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
        """Middle of the box in pixels (x, y)."""
        return centre(self.box)

    @property
    def size(self) -> float:
        """Mean of width and height of the box in pixels."""
        return mean_side(self.box)


@dataclass(frozen=True, slots=True)
class Reading:
    """All dice of one picture, and the time taken in ms.

    `tray_doubts` are named doubts (of DOUBTS) that are not, or not only, about one of the dice, and
    `faint` the boxes of what may be a die and may be none.
    """

    dice: tuple[Die, ...]
    tray_doubts: tuple[str, ...]
    ms: float
    faint: tuple[BoundingBox, ...] = ()

    @property
    def doubts(self) -> tuple[str, ...]:
        """All that is doubtful, about a die or beside the dice."""
        of_dice = (doubt for die in self.dice for doubt in die.doubts)
        return sort_doubts({*self.tray_doubts, *of_dice})

    @property
    def is_empty(self) -> bool:
        """Whether there are no dice, and nothing that may be one."""
        return not self.dice and not self.tray_doubts

    @property
    def sure(self) -> bool:
        """Whether nothing is doubtful: there are dice, and each is sure."""
        return bool(self.dice) and not self.tray_doubts and all(die.sure for die in self.dice)

    @property
    def likely(self) -> bool:
        """Whether the table would play this unless somebody objects: sure, or all but sure."""
        return bool(self.dice) and not self.tray_doubts and all(die.likely for die in self.dice)


def sort_doubts(named: Collection[str]) -> tuple[str, ...]:
    """Return `named` in the order of DOUBTS."""
    return tuple(name for name in DOUBTS if name in named)


def with_tray_doubts(reading: Reading, named: Collection[str]) -> Reading:
    """Return `reading` with these doubts, too, that are about none of its dice."""
    return replace(reading, tray_doubts=sort_doubts({*reading.tray_doubts, *named}))


def are_faces_sure(dice: Sequence[JudgedDie]) -> bool:
    """Tell whether there are `dice` and each shows its face surely.

    A game that counts its dice and misses none may play them: none is hidden, whatever else there
    seems to lie.
    """
    return bool(dice) and all(die.is_face_sure for die in dice)


def can_play_unasked(dice: Sequence[JudgedDie], count: int) -> bool:
    """Tell whether a game that throws `count` plays `dice` unasked, were they all thrown."""
    return len(dice) == count and are_faces_sure(dice)


def with_expected_count(reading: Reading, count: int) -> Reading:
    """Return `reading` as a game takes it that throws `count` dice.

    Nothing is doubtful where it `can_play_unasked` them, and another number is.
    """
    if can_play_unasked(reading.dice, count):
        dice = tuple(replace(die, doubts=()) for die in reading.dice)
        return replace(reading, dice=dice, tray_doubts=())
    if len(reading.dice) == count:
        return reading
    return with_tray_doubts(reading, {"too few" if len(reading.dice) < count else "too many"})
