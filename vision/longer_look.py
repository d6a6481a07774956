"""A longer look at doubtful dice that lie still: more stills, each read in another view."""

from collections.abc import Sequence
from dataclasses import replace
from statistics import median
from typing import Protocol

from vision.bounding_box import BoundingBox
from vision.events import Roll
from vision.frame import Image
from vision.matching import are_same_dice, combine_views, match_dice
from vision.reading import Die, Reading, are_faces_sure, with_tray_doubts

LOOK_EVERY_SECONDS = 0.2  # between two stills
POSE_DOUBTS = {"cocked", "stacked"}  # doubts about how a die lies
HIDING_DOUBTS = {"covered", "off the tray"}  # doubts about a die that is mostly hidden
# For each still: the assumed die size relative to the real one, and whether it is mirrored. With
# larger sizes instead of the two smaller ones, a picture is sure and wrong.
ALTERED_VIEWS = ((1.0, True), (1.0, False), (0.8, True), (1.25, False), (0.9, False), (1.1, True))


class PictureReader(Protocol):
    """The interface that an eye needs from a reader."""

    def read(
        self,
        image: Image,
        *,
        die_size: float | None = None,
        mirrored: bool = False,
        clutter: Sequence[BoundingBox] = (),
        every_pose: bool = False,
    ) -> Reading:
        """Read the dice in a picture (H, W, 3), as `vision.reader.Reader` does."""
        ...


class LongerLook:
    """Collects stills in the `ALTERED_VIEWS` of the dice of `roll`, starting at time `t`.

    Each is read with `every_pose` if the pose of a die was doubtful.
    """

    def __init__(self, roll: Roll, t: float) -> None:
        self._roll = roll
        self._size = median(die.size for die in roll.reading.dice)
        self.every_pose = _is_pose_doubtful(roll.reading)
        self._stills: list[Reading] = []
        self._began = self._last = t

    @property
    def die_size(self) -> float:
        """The size of a die, in pixels, for reading the next still."""
        return self._size * ALTERED_VIEWS[len(self._stills) % len(ALTERED_VIEWS)][0]

    @property
    def is_mirrored(self) -> bool:
        """Whether to read the next still mirrored."""
        return ALTERED_VIEWS[len(self._stills) % len(ALTERED_VIEWS)][1]

    def wants_still(self, t: float) -> bool:
        """Return whether another still is wanted at time `t`."""
        return len(self._stills) < len(ALTERED_VIEWS) and t - self._last >= LOOK_EVERY_SECONDS

    def add(self, still: Reading, t: float) -> Roll | None:
        """Add a still; return the roll if the faces of its dice are now sure."""
        self._stills.append(still)
        self._last = t
        if len(self._stills) < len(ALTERED_VIEWS):
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


def read_still(reader: PictureReader, image: Image) -> Reading:
    """Read a single picture (H, W, 3), with a longer look at dice that are not sure.

    A doubt about a hidden die is kept, because only the first look may show it.
    """
    first = reader.read(image)
    return with_tray_doubts(look_longer(reader, image, first), HIDING_DOUBTS & {*first.tray_doubts})


def look_longer(reader: PictureReader, image: Image, first: Reading) -> Reading:
    """Read a picture (H, W, 3) in all `ALTERED_VIEWS` if its `first` reading is not sure.

    Returns the same dice with sure faces if that succeeds, else the `first` reading.
    """
    if first.sure or not first.dice:
        return first
    size = median(die.size for die in first.dice)
    every_pose = _is_pose_doubtful(first)
    views = [
        reader.read(image, die_size=size * share, mirrored=mirrored, every_pose=every_pose)
        for share, mirrored in ALTERED_VIEWS
    ]
    settled = _settle(views, first.dice) or first
    return replace(settled, ms=first.ms + sum(view.ms for view in views))


def _is_pose_doubtful(first: Reading) -> bool:
    """Return whether each view must examine all poses: only then can it dispel the doubt."""
    return not POSE_DOUBTS.isdisjoint(first.doubts)


def _settle(stills: Sequence[Reading], dice: Sequence[Die]) -> Reading | None:
    """Return the combined `stills` if they show the same `dice` with sure faces, else None."""
    reading = combine_views(stills)
    settled = are_faces_sure(reading.dice) and are_same_dice(reading.dice, dice)
    return reading if settled else None
