"""From resting scenes to rolls: a pure state machine. Looks and readings in, events out.

    finder = RollFinder()
    events = finder.see(glance)             # every frame
    if finder.wants_reading:
        events += finder.read(reader.read(frame.image))

It holds no camera and no clock. Nothing is read while something moves or a hand is in view.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from vision.matching import same_layout, vote
from vision.memory import (
    KNOCK,
    NUDGE,
    PUSH,
    Lain,
    all_nudged,
    faces,
    left,
    lying,
    nudged,
    out_of_sight,
    recall,
    turned,
)
from vision.reading import SURE, Die, Reading
from vision.scene import Scene
from vision.stillness import Glance

QUIET = 2  # quiet frames after the first of a rest, before it is read
REST = 0.06  # and seconds: a fast camera sees a die stand still at the top of a bounce
STILLS = 6  # stills that are read at most in one rest
HAND_MOTION = 0.015  # share of changed cells, with some at the border, that looks like an arm
HAND_REST = 3.0  # seconds after which what rests in view is no hand but part of the table
ROLLING_ON = 0.3  # a rest shorter than this (seconds) that nobody ended was none
ROLLING = 3  # frames in which dice that are thrown are seen to move, at least


@dataclass(frozen=True, slots=True)
class StateChange:
    """The eye sees something else now.

    `state` is one of empty, moving, hand, still, reading, sure, unsure, covered, dark, moved
    camera, lost. `t` is seconds since the camera started, `fps` its frames a second lately.
    """

    state: str
    t: float
    fps: float = 0.0


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice came to rest otherwise than they lay before.

    `moved` tells for each die whether it is not where or what it was at the last resting read.
    `thrown` is True for a throw, False for dice that were only pushed, None when that cannot be
    told. `after_rest_ms` is the time from the first resting frame to this roll, `size` the
    (width, height) of the frame, `evidence` a JPEG of at most 40 kB.
    """

    number: int
    frame: int
    t: float
    dice: tuple[Die, ...]
    moved: tuple[bool, ...]
    thrown: bool | None
    sure: bool
    doubts: tuple[str, ...]
    after_rest_ms: float
    size: tuple[int, int] = (0, 0)
    evidence: bytes = b""


Event = StateChange | Roll


@dataclass(frozen=True, slots=True)
class _Rest:
    """A rest that was read: the dice, those then out of sight, its picture's shape, when it began.

    `view` is what tells pictures of one camera and size from others.
    """

    dice: tuple[Die, ...]
    memory: tuple[Lain, ...]
    view: tuple[object, ...]
    since: float


class RollFinder:
    """Follows one camera. `state` is what it sees now, in the words of StateChange."""

    def __init__(self) -> None:
        self.state = "moving"
        self.wants_reading = False
        self._scene = Scene()
        self._rest: _Rest | None = None
        self._settled = False  # this rest has been judged, one way or the other
        self._hand = False  # an arm came or went since the last rest
        self._edge = False  # or something thinner, a finger, moved at the border of the picture
        self._stirs = 0  # frames with motion since the last rest that was judged
        self._new_view = False  # the camera was moved since the last rest that was read
        self._stirred: float | None = None  # when that rest ended
        self._stills: list[Reading] = []
        self._glance: Glance | None = None
        self._count = 0
        self._sure = False  # about the last rest

    @property
    def rest(self) -> tuple[Die, ...]:
        """The dice of the last resting read, none before the first."""
        return self._rest.dice if self._rest else ()

    @property
    def scale(self) -> float | None:
        """The size of a die in pixels, where the last rest was sure of it and this one is so far.

        A reader that knows it is quicker; where it leads to doubt, it is not given again.
        """
        if self._new_view or not self.rest or not all(still.sure for still in self._stills):
            return None
        return median(die.size for die in self.rest) if self._sure else None

    def see(self, glance: Glance) -> list[Event]:
        """Take in the look at one frame; says by `wants_reading` whether to read that frame."""
        self._glance = glance
        if self._rest and self._rest.view != _view(glance):
            self._new_view = True
        if glance.quiet == 0:
            return self._moving(glance)
        if glance.quiet < QUIET or glance.t - glance.since < REST or self._stills:
            return []
        if self._settled and not (self.state in ("hand", "covered") and _absorbed(glance)):
            return []
        return self._came_to_rest(glance)

    def read(self, reading: Reading) -> list[Event]:
        """Take in the reading of the frame that was just looked at."""
        glance = self._glance
        if glance is None or not self.wants_reading:
            return []
        self._stills.append(reading)
        verdict = vote(self._stills, STILLS)
        if verdict is None:
            return self._say("reading")
        self._stills, self.wants_reading, self._settled = [], False, True
        events: list[Event] = []
        if self._scene.shifted(glance, verdict.dice):
            events = self._say("moved camera")
            self._scene.forget()
            self._new_view = True
        elif self._scene.hand_beside(glance, verdict.dice) and not _absorbed(glance):
            self._hand = True
            return self._say("hand")
        return events + self._conclude(glance, verdict)

    def lost(self, t: float) -> list[Event]:
        """Say that the camera is gone, and trust nothing that happens meanwhile."""
        self.blind()
        events: list[Event] = [] if self.state == "lost" else [StateChange("lost", t)]
        self.state = "lost"
        return events

    def blind(self) -> None:
        """Note that some time passed unseen: what lies there next may have been thrown or not."""
        self._stills, self.wants_reading, self._settled = [], False, False
        self._new_view = True

    def _say(self, state: str) -> list[Event]:
        """Change the state; nothing when it is the state already."""
        if state == self.state or self._glance is None:
            return []
        self.state = state
        return [StateChange(state, self._glance.t)]

    def _moving(self, glance: Glance) -> list[Event]:
        self._stirs = 1 if self._settled else self._stirs + 1
        self._stills, self.wants_reading, self._settled = [], False, False
        if self._stirred is None:
            self._stirred = glance.t
        edge = glance.border >= 3
        arm = edge and glance.motion >= HAND_MOTION
        self._edge = self._edge or edge
        self._hand = self._hand or arm or self._scene.hand_beside(glance, self.rest)
        return self._say("hand" if self._hand else "moving")

    def _came_to_rest(self, glance: Glance) -> list[Event]:
        """Look at the scene as a whole before any die is read."""
        trouble = self._scene.trouble(glance)
        if trouble == "covered" and _absorbed(glance):  # another cloth; white stays white
            self._scene.forget()
            self._new_view = True
            trouble = self._scene.trouble(glance)
        if trouble == "hand" and _absorbed(glance):
            trouble = None
        if trouble is not None:
            self._settled = True
            self._hand = self._hand or trouble in ("hand", "covered")
            return self._say(trouble)
        self._settled = False
        self.wants_reading = True
        return self._say("still")

    def _conclude(self, glance: Glance, verdict: Reading) -> list[Event]:
        """Compare a rest with the one before, and say what happened."""
        before, new_view = self._rest, self._new_view
        known = before.memory if before is not None and not new_view else ()
        dice, stayed = recall(known, glance, verdict.dice)
        gone = left(known, stayed)
        changed = tuple(old is None for old in stayed)
        came = [die for die, new in zip(dice, changed, strict=True) if new]
        thrown: bool | None = None
        if before is not None and not new_view and came:
            thrown = self._thrown(before, came, gone, glance)
        if thrown:  # a kept die may have been knocked by those that were thrown
            seen = [old for old in gone if not old.away]
            changed = tuple(
                new and not nudged(seen, glance, die, KNOCK)
                for die, new in zip(dice, changed, strict=True)
            )
        sure = all(die.confidence >= SURE for die in dice) and not verdict.doubts
        self._remember(glance, dice, () if thrown else out_of_sight(gone, came), sure)
        if not dice and sure:
            return self._say("empty")
        events = self._say("sure" if sure else "unsure")
        if new_view and before is not None and same_layout(dice, before.dice):
            return events  # the same dice in a view that was moved
        if not any(changed):
            return events  # nothing came: nothing happened, or dice were taken away
        self._count += 1
        wait = (glance.t - glance.since) * 1000.0
        roll = Roll(
            self._count, glance.number, glance.t, dice, changed, thrown, sure, verdict.doubts, wait
        )
        return [*events, roll]

    def _remember(
        self, glance: Glance, dice: tuple[Die, ...], away: tuple[Lain, ...], sure: bool
    ) -> None:
        """Keep a rest that was read for the next one."""
        before = () if self._rest is None else self._rest.memory
        if self._new_view:  # whatever lies under a card lies there still
            away, before = out_of_sight(before, dice)[: max(0, len(before) - len(dice))], ()
        memory = (*lying(dice, glance, before), *away)
        self._rest = _Rest(dice, memory, _view(glance), glance.since)
        self._hand, self._edge, self._new_view = False, False, False
        self._stirred, self._sure = None, sure
        self._scene.learn(glance, dice)

    def _thrown(
        self,
        before: _Rest,
        came: Sequence[Die],
        gone: Sequence[Lain],
        glance: Glance,
    ) -> bool | None:
        """Tell a throw from dice that were only pushed; None when the picture cannot tell."""
        ended = glance.t if self._stirred is None else self._stirred
        rolled_on = not self._hand and ended - before.since < ROLLING_ON
        unseen = rolled_on or self._stirs < ROLLING
        left_faces = faces([old.die for old in gone])
        if faces([die for die in came if die.confidence >= SURE]) - left_faces:
            return None if unseen else True
        if faces(came) - left_faces:  # a face that was hardly read proves nothing
            return None
        if all_nudged(gone, glance, came, PUSH if self._hand else NUDGE):
            return False
        in_view = [old.die for old in gone if not old.away]
        if self._hand or self._edge or unseen or faces(came) - faces(in_view):
            return None  # put back, or thrown
        return None if turned(gone, came) else True


def _view(glance: Glance) -> tuple[object, ...]:
    """Tell pictures of one size and turn from those of another."""
    return (*glance.small.shape, glance.cell)


def _absorbed(glance: Glance) -> bool:
    """Tell whether what looks like a hand has rested so long that it is part of the table."""
    return glance.t - glance.since >= HAND_REST
