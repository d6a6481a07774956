"""Compare a rest with the previous one: which dice moved, and whether they were rolled."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from vision import tracking
from vision.bounding_box import BoundingBox
from vision.matching import are_same_dice_in_shifted_view
from vision.patches import looks_unchanged
from vision.reading import SURE_CONFIDENCE, Die, Reading
from vision.stillness import FrameSummary

ROLLING_PAUSE = 0.3  # seconds; a shorter rest that was not ended by a hand was only a pause
MIN_ROLLING_FRAMES = 3  # minimum number of frames of motion in a roll


@dataclass(frozen=True, slots=True)
class Rest:
    """A rest that was read in `frame`; `tracked` are its dice and those that were hidden then."""

    reading: Reading
    tracked: tuple[tracking.TrackedDie, ...]
    frame: FrameSummary

    @property
    def size(self) -> tuple[int, int]:
        """The (width, height) of its pictures."""
        return self.frame.size

    @property
    def began(self) -> float:
        """When it began, in seconds."""
        return self.frame.quiet_since

    def unmoved_faint_boxes(self, now: FrameSummary) -> tuple[BoundingBox, ...]:
        """Return the faint boxes that still look the same, so nobody has rolled a die there."""
        return tuple(box for box in self.reading.faint if looks_unchanged(self.frame, now, box))


@dataclass(slots=True)
class SinceLastRest:
    """What was seen since the last rest that was read.

    `gap` says that there were no pictures for a while, or that the camera was moved, so earlier
    positions prove nothing. `view_blocked` says that the tray was dark, or that something like a
    hand has rested there. Earlier positions are still valid then, but how often dice were rolled,
    if at all, is unknown.
    """

    hand_seen: bool = False  # an arm came or went
    border_motion: bool = False  # something moved at the border, perhaps only a finger
    motion_frames: int = 0  # frames with motion since the last rest, read or not
    motion_began: float | None = None  # end of the last rest that was read
    view_blocked: bool = False
    gap: bool = False


@dataclass(frozen=True, slots=True)
class RestComparison:
    """A rest compared with the previous one: `reading`, `moved` and `rolled` as in a `Roll`.

    `tracked` are the dice as they lie now, plus the hidden ones; `is_reportable` says whether to
    report a roll.
    """

    reading: Reading
    moved: tuple[bool, ...]
    rolled: bool | None
    tracked: tuple[tracking.TrackedDie, ...]
    is_reportable: bool


def compare_rests(
    before: Rest, since: SinceLastRest, now: FrameSummary, reading: Reading
) -> RestComparison:
    """Compare what was read `now` with the rest `before`; nothing in between was missed."""
    dice, stayed = tracking.recognise_dice(before.tracked, now, reading.dice)
    gone = tracking.gone_dice(before.tracked, stayed)
    seen = [old for old in gone if not old.hidden]
    moved = tuple(old is None for old in stayed)
    came = [die for die, new in zip(dice, moved, strict=True) if new]
    rolled = _were_rolled(before, since, came, gone, now) if came else None
    if rolled:  # a kept die may have been knocked by the rolled ones
        moved = tuple(
            new and not tracking.is_nudged(seen, now, die, tracking.KNOCK)
            for die, new in zip(dice, moved, strict=True)
        )
    # A new doubt may come from a die that left its place.
    left_in_doubt = bool(seen) and not set(reading.doubts) <= set(before.reading.doubts)
    hidden = () if rolled else tracking.mark_hidden(gone, came)
    tracked = (*tracking.remember_dice(dice, now, before.tracked), *hidden)
    corrected = replace(reading, dice=dice)
    return RestComparison(corrected, moved, rolled, tracked, any(moved) or left_in_doubt)


def compare_after_gap(before: Rest | None, now: FrameSummary, reading: Reading) -> RestComparison:
    """Compare what was read `now` with the rest `before`; positions prove nothing.

    The same dice in a shifted view are not reported. Dice under a card are assumed to be still
    there, unless the size of the picture has changed.
    """
    dice = reading.dice
    same = before is not None and are_same_dice_in_shifted_view(dice, before.reading.dice)
    hidden: tuple[tracking.TrackedDie, ...] = ()
    if before is not None and before.size == now.size:
        hidden = tracking.mark_hidden(before.tracked, dice)[
            : max(0, len(before.tracked) - len(dice))
        ]
    tracked = (*tracking.remember_dice(dice, now), *hidden)
    return RestComparison(reading, (True,) * len(dice), None, tracked, bool(dice) and not same)


def _were_rolled(
    before: Rest,
    since: SinceLastRest,
    came: Sequence[Die],
    gone: Sequence[tracking.TrackedDie],
    now: FrameSummary,
) -> bool | None:
    """Return whether dice were rolled, not only pushed; None if that is unclear."""
    if tracking.are_all_nudged(gone, now, came):
        return False
    seen = [old for old in gone if not old.hidden]
    if _is_roll_count_unclear(before, since, now) or _may_be_straightened(
        before, since, came, seen
    ):
        return None
    gone_faces = tracking.count_faces(old.die for old in gone)
    if tracking.count_faces(die for die in came if die.confidence >= SURE_CONFIDENCE) - gone_faces:
        return True
    if tracking.count_faces(came) - gone_faces:  # an uncertain face proves nothing
        return None
    unhidden = tracking.count_faces(came) - tracking.count_faces(old.die for old in seen)
    if since.hand_seen or since.border_motion or unhidden:
        return None  # put back, or rolled
    return True


def _is_roll_count_unclear(before: Rest, since: SinceLastRest, now: FrameSummary) -> bool:
    """Return whether it is unclear how often dice were rolled, or whether they only paused."""
    ended = now.t if since.motion_began is None else since.motion_began
    rolled_on = not since.hand_seen and ended - before.began < ROLLING_PAUSE
    return since.view_blocked or rolled_on or since.motion_frames < MIN_ROLLING_FRAMES


def _may_be_straightened(
    before: Rest, since: SinceLastRest, came: Sequence[Die], seen: Sequence[tracking.TrackedDie]
) -> bool:
    """Return whether the dice that `came` may have been turned in place, by a hand or a knock.

    `seen` are the visible dice that are gone. People straighten doubtful dice by hand, even some
    that were not read at all. Other dice may tip over while no hand is near.
    """
    there = tracking.lie_in_places_of(seen, came)
    if not (before.reading.sure or before.reading.is_empty):
        return there or not seen
    return there and not since.hand_seen and not since.border_motion
