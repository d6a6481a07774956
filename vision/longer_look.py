"""A longer look at dice that lie still and are doubtful: more stills, each in another view."""

from collections.abc import Sequence
from dataclasses import replace
from statistics import median

from vision.events import Roll
from vision.frame import Image
from vision.matching import are_same_dice, combine_views, match_dice
from vision.reader import Reader
from vision.reading import Die, Reading, are_faces_sure, with_tray_doubts

LOOK_EVERY = 0.2  # seconds between two stills
HIDDEN = {"covered", "off the tray"}  # doubts of a still about a die of which little is seen
# Of each still: how large a die is taken to be, in its own size, and whether it is mirrored.
VIEWS = ((1.0, True), (1.0, False), (0.8, True), (1.25, False), (0.9, False), (1.1, True))


class LongerLook:
    """Collects a still in each of the VIEWS of the dice of `roll`, told at `t`, as they lie."""

    def __init__(self, roll: Roll, t: float) -> None:
        self._roll = roll
        self._size = median(die.size for die in roll.reading.dice)
        self._stills: list[Reading] = []
        self._began = self._last = t

    @property
    def die_size(self) -> float:
        """The size of a die, in pixels, that the next still is to be read with."""
        return self._size * VIEWS[len(self._stills) % len(VIEWS)][0]

    @property
    def is_mirrored(self) -> bool:
        """Whether the next still is to be read in the mirror."""
        return VIEWS[len(self._stills) % len(VIEWS)][1]

    def wants_still(self, t: float) -> bool:
        """Tell whether another still is wanted at the time `t`."""
        return len(self._stills) < len(VIEWS) and t - self._last >= LOOK_EVERY

    def add(self, still: Reading, t: float) -> Roll | None:
        """Take in a still; return the roll if the faces of its dice are sure now."""
        self._stills.append(still)
        self._last = t
        if len(self._stills) < len(VIEWS):
            return None
        roll, first = self._roll, self._roll.reading
        settled = _settle(self._stills, first.dice)
        if settled is None:
            return None
        places = match_dice(first.dice, settled.dice)
        dice = tuple(settled.dice[place] for place in places if place is not None)
        return replace(
            roll,
            reading=replace(first, dice=dice, tray_doubts=settled.tray_doubts),
            after_rest_ms=roll.after_rest_ms + (t - self._began) * 1000.0,
        )


def read_still(reader: Reader, image: Image) -> Reading:
    """Read a picture (H, W, 3) that no other follows, and look longer at dice it is not sure of.

    That another one may be hidden stays a doubt: it may be seen at the first look alone.
    """
    first = reader.read(image)
    return with_tray_doubts(look_longer(reader, image, first), HIDDEN & {*first.tray_doubts})


def look_longer(reader: Reader, image: Image, first: Reading) -> Reading:
    """Look at a picture (H, W, 3) in all the VIEWS if the `first` reading of it is not sure.

    Returns that, or the same dice where their faces are sure then.
    """
    if first.sure or not first.dice:
        return first
    size = median(die.size for die in first.dice)
    views = [
        reader.read(image, die_size=size * share, mirrored=mirrored) for share, mirrored in VIEWS
    ]
    told = _settle(views, first.dice) or first
    return replace(told, ms=first.ms + sum(view.ms for view in views))


def _settle(stills: Sequence[Reading], dice: Sequence[Die]) -> Reading | None:
    """Return what the `stills` tell together where it is the same `dice`, their faces surely."""
    reading = combine_views(stills)
    settled = are_faces_sure(reading.dice) and are_same_dice(reading.dice, dice)
    return reading if settled else None
