"""One rest against the one before: which dice moved, and whether they were thrown or pushed."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from vision import tracking
from vision.bounding_box import BoundingBox
from vision.matching import have_same_layout
from vision.patches import looks_unchanged
from vision.reading import SURE, Die, Reading
from vision.stillness import FrameSummary

ROLLING_PAUSE = 0.3  # a rest shorter than this (seconds) that nobody ended was none
MIN_ROLLING_FRAMES = 3  # frames in which dice that are thrown are seen to move, at least


@dataclass(frozen=True, slots=True)
class Rest:
    """A rest that was read in `frame`; `tracked` are its dice, and those hidden then."""

    reading: Reading
    tracked: tuple[tracking.TrackedDie, ...]
    frame: FrameSummary

    @property
    def size(self) -> tuple[int, int]:
        """The (width, height) of its pictures."""
        return self.frame.size

    @property
    def since(self) -> float:
        """When it began."""
        return self.frame.quiet_since

    def unmoved_faint_boxes(self, now: FrameSummary) -> tuple[BoundingBox, ...]:
        """Return the places of what may be a die and looks now as it did: nobody threw it."""
        return tuple(box for box in self.reading.faint if looks_unchanged(self.frame, now, box))


@dataclass(slots=True)
class SinceLastRest:
    """What was seen since the last rest that was read.

    `gap`: some time passed without a picture, or the camera was moved; what lay before proves
    nothing. `view_blocked`: the tray was dark, or what looks like a hand rests there still; what
    lay before is known again, but nobody can say how often dice were thrown, or whether they were.
    """

    hand_seen: bool = False  # an arm came or went
    border_motion: bool = False  # or something thinner, a finger, moved at the border
    motion_frames: int = 0  # frames with motion since any rest, read or not
    motion_began: float | None = None  # when the last rest that was read ended
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
    """Compare what was read `now` with the rest `before`, when nothing in between was missed."""
    dice, stayed = tracking.recognise_dice(before.tracked, now, reading.dice)
    gone = tracking.dice_gone(before.tracked, stayed)
    seen = [old for old in gone if not old.hidden]
    moved = tuple(old is None for old in stayed)
    came = [die for die, new in zip(dice, moved, strict=True) if new]
    thrown = _thrown(before, since, came, gone, now) if came else None
    if thrown:  # a kept die may have been knocked by those that were thrown
        moved = tuple(
            new and not tracking.is_nudged(seen, now, die, tracking.KNOCK)
            for die, new in zip(dice, moved, strict=True)
        )
    # A die that left its place may be what is doubtful now.
    astray = bool(seen) and not set(reading.doubts) <= set(before.reading.doubts)
    hidden = () if thrown else tracking.mark_hidden(gone, came)
    tracked = (*tracking.remember_dice(dice, now, before.tracked), *hidden)
    mended = replace(reading, dice=dice)
    return RestComparison(mended, moved, thrown, tracked, any(moved) or astray)


def compare_after_gap(before: Rest | None, now: FrameSummary, reading: Reading) -> RestComparison:
    """Compare what was read `now` with the rest `before`, when places prove nothing.

    The same dice, the view slid, are no news. Those under a card lie there still; in pictures of
    another size their place means nothing, and they are forgotten.
    """
    dice = reading.dice
    same = before is not None and have_same_layout(dice, before.reading.dice)
    hidden: tuple[tracking.TrackedDie, ...] = ()
    if before is not None and before.size == now.size:
        hidden = tracking.mark_hidden(before.tracked, dice)[
            : max(0, len(before.tracked) - len(dice))
        ]
    tracked = (*tracking.remember_dice(dice, now), *hidden)
    return RestComparison(reading, (True,) * len(dice), None, tracked, bool(dice) and not same)


def _thrown(
    before: Rest,
    since: SinceLastRest,
    came: Sequence[Die],
    gone: Sequence[tracking.TrackedDie],
    now: FrameSummary,
) -> bool | None:
    """Tell a throw from dice that were only pushed; None when the picture cannot tell."""
    if tracking.are_all_nudged(gone, now, came):
        return False
    seen = [old for old in gone if not old.hidden]
    if _countless(before, since, now) or _set_right(before, since, came, seen):
        return None
    gone_faces = tracking.count_faces(old.die for old in gone)
    if tracking.count_faces(die for die in came if die.confidence >= SURE) - gone_faces:
        return True
    if tracking.count_faces(came) - gone_faces:  # a face that was hardly read proves nothing
        return None
    unhidden = tracking.count_faces(came) - tracking.count_faces(old.die for old in seen)
    if since.hand_seen or since.border_motion or unhidden:
        return None  # put back, or thrown
    return True


def _countless(before: Rest, since: SinceLastRest, now: FrameSummary) -> bool:
    """Tell whether dice may have rolled on since, or been thrown more than once."""
    ended = now.t if since.motion_began is None else since.motion_began
    rolled_on = not since.hand_seen and ended - before.since < ROLLING_PAUSE
    return since.view_blocked or rolled_on or since.motion_frames < MIN_ROLLING_FRAMES


def _set_right(
    before: Rest, since: SinceLastRest, came: Sequence[Die], seen: Sequence[tracking.TrackedDie]
) -> bool:
    """Tell whether what `came` may have been turned where it lay, by a hand or a knock.

    `seen` are the dice in view that are gone. Doubtful ones are set straight by hands, even such as
    were read for no die at all; others fall over where no hand is near.
    """
    there = tracking.lie_in_places_of(seen, came)
    if not (before.reading.sure or before.reading.is_empty):
        return there or not seen
    return there and not since.hand_seen and not since.border_motion
