"""From resting scenes to rolls: a pure state machine. Looks and readings in, events out.

    finder = RollFinder()
    events = finder.see(glance)             # every frame
    if finder.wants_reading:
        events += finder.read(reader.read(frame.image))

It holds no camera and no clock. Nothing is read while something moves or a hand is in view.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median

from vision.matching import same_layout, vote
from vision.memory import (
    KNOCK,
    Lain,
    all_nudged,
    faces,
    in_place,
    left,
    lying,
    nudged,
    out_of_sight,
    recall,
)
from vision.protocol import EyeState
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

    `t` is seconds since the camera started, `fps` its frames a second lately.
    """

    state: EyeState
    t: float
    fps: float = 0.0


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice came to rest otherwise than they lay before, or one is gone and something is doubtful.

    `moved` tells for each die whether it is not where or what it was at the last resting read.
    `thrown` is True for a throw, False for dice that were only pushed, None when that cannot be
    told. `after_rest_ms` is the time from the first resting frame to this roll, `size` the
    (width, height) of the frame, `evidence` a JPEG (`MAX_JPEG_BYTES`).
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
    """A rest that was read: the dice, those then out of sight, when it began, what was doubtful.

    `view` is what tells pictures of one camera and size from others.
    """

    dice: tuple[Die, ...]
    memory: tuple[Lain, ...]
    view: tuple[object, ...]
    since: float
    doubts: tuple[str, ...]
    sure: bool


@dataclass(slots=True)
class _Since:
    """What was seen since the last rest that was read.

    `unseen`: some time passed without a picture, or the camera was moved; what lay before proves
    nothing. `veiled`: the tray was dark, or what looks like a hand rests there still; what lay
    before is known again, but nobody can say how often dice were thrown, or whether they were.
    """

    hand: bool = False  # an arm came or went
    edge: bool = False  # or something thinner, a finger, moved at the border of the picture
    stirs: int = 0  # frames with motion since any rest, read or not
    stirred: float | None = None  # when the last rest that was read ended
    veiled: bool = False
    unseen: bool = False


class RollFinder:
    """Follows one camera. `state` is what it sees now, in the words of StateChange."""

    def __init__(self) -> None:
        self.state: EyeState = "moving"
        self.wants_reading = False
        self._scene = Scene()
        self._rest: _Rest | None = None
        self._since = _Since()
        self._settled = False  # this rest has been judged, one way or the other
        self._stills: list[Reading] = []
        self._glance: Glance | None = None
        self._count = 0

    @property
    def rest(self) -> tuple[Die, ...]:
        """The dice of the last resting read, none before the first."""
        return self._rest.dice if self._rest else ()

    @property
    def die_size(self) -> float | None:
        """The size of a die in pixels, where the last rest was sure of it and this one is so far.

        A reader that knows it is quicker; where it leads to doubt, it is not given again.
        """
        if self._rest is None or not self._rest.sure or self._since.unseen:
            return None
        if not self.rest or not all(still.sure for still in self._stills):
            return None
        return median(die.size for die in self.rest)

    @property
    def mirrored(self) -> bool:
        """Whether the next still is to be read in the mirror: every other one of a rest."""
        return len(self._stills) % 2 == 1

    def see(self, glance: Glance) -> list[Event]:
        """Take in the look at one frame; says by `wants_reading` whether to read that frame."""
        self._glance = glance
        if self._rest and self._rest.view != _view(glance):
            self._since.unseen = True
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
        if self._scene.shifted(glance, verdict.dice, rested=_absorbed(glance)):
            events = self._say("moved camera")
            self._scene.forget()
            self._since.unseen = True
        elif self._scene.hand_beside(glance, verdict.dice) and not _absorbed(glance):
            self._since.hand, self._since.stirs = True, 0
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
        self._since.unseen = True

    def _say(self, state: EyeState) -> list[Event]:
        """Change the state; nothing when it is the state already."""
        if state == self.state or self._glance is None:
            return []
        self.state = state
        return [StateChange(state, self._glance.t)]

    def _moving(self, glance: Glance) -> list[Event]:
        since = self._since
        self._stills, self.wants_reading, self._settled = [], False, False
        edge = glance.border >= 3
        arm = edge and glance.motion >= HAND_MOTION
        since.hand = since.hand or arm or self._scene.hand_beside(glance, self.rest)
        since.edge = since.edge or edge
        since.stirs += 1
        if since.stirred is None:
            since.stirred = glance.t
        return self._say("hand" if since.hand else "moving")

    def _came_to_rest(self, glance: Glance) -> list[Event]:
        """Look at the scene as a whole before any die is read."""
        trouble = self._scene.trouble(glance)
        if trouble == "covered" and _absorbed(glance):  # another cloth; white stays white
            self._scene.forget()
            self._since.unseen = True
            trouble = self._scene.trouble(glance)
        if trouble == "hand" and _absorbed(glance):
            self._since.veiled = True
            trouble = None
        if trouble is not None:
            self._settled = True
            self._since.stirs = 0
            if trouble == "dark":
                self._since.veiled = True
            else:
                self._since.hand = True
            return self._say(trouble)
        self._settled = False
        self.wants_reading = True
        return self._say("still")

    def _conclude(self, glance: Glance, verdict: Reading) -> list[Event]:
        """Compare a rest with the one before, and say what happened."""
        before = None if self._since.unseen else self._rest
        known = () if before is None else before.memory
        dice, stayed = recall(known, glance, verdict.dice)
        gone = left(known, stayed)
        changed = tuple(old is None for old in stayed)
        came = [die for die, new in zip(dice, changed, strict=True) if new]
        seen = [old for old in gone if not old.away]
        thrown: bool | None = None
        if before is not None and came:
            thrown = self._thrown(before, came, gone, glance)
        if thrown:  # a kept die may have been knocked by those that were thrown
            changed = tuple(
                new and not nudged(seen, glance, die, KNOCK)
                for die, new in zip(dice, changed, strict=True)
            )
        sure = all(die.confidence >= SURE for die in dice) and not verdict.doubts
        # A die that left its place may be what is doubtful now.
        astray = before is not None and seen and set(verdict.doubts) - set(before.doubts)
        news = (any(changed) or astray) and not self._same_in_a_moved_view(dice)
        away = () if thrown else out_of_sight(gone, came)
        self._remember(glance, replace(verdict, dice=dice), away, sure)
        if not dice and sure:
            return self._say("empty")
        events = self._say("sure" if sure else "unsure")
        if not news:
            return events  # nothing came: nothing happened, or dice were taken away
        self._count += 1
        wait = (glance.t - glance.since) * 1000.0
        roll = Roll(
            self._count, glance.number, glance.t, dice, changed, thrown, sure, verdict.doubts, wait
        )
        return [*events, roll]

    def _same_in_a_moved_view(self, dice: Sequence[Die]) -> bool:
        """Tell whether these are the dice of the last rest, whose places prove nothing now."""
        return self._since.unseen and self._rest is not None and same_layout(dice, self._rest.dice)

    def _remember(self, glance: Glance, rest: Reading, away: tuple[Lain, ...], sure: bool) -> None:
        """Keep a rest that was read for the next one."""
        dice = rest.dice
        before = () if self._rest is None else self._rest.memory
        if self._since.unseen:
            away, before = self._still_hidden(glance, dice), ()
        memory = (*lying(dice, glance, before), *away)
        self._rest = _Rest(dice, memory, _view(glance), glance.since, rest.doubts, sure)
        self._since = _Since()
        self._scene.learn(glance, dice)

    def _still_hidden(self, glance: Glance, dice: Sequence[Die]) -> tuple[Lain, ...]:
        """Return what lies under a card still, though nobody saw what happened meanwhile.

        In pictures of another size its place means nothing, and it is forgotten.
        """
        if self._rest is None or self._rest.view != _view(glance):
            return ()
        before = self._rest.memory
        return out_of_sight(before, dice)[: max(0, len(before) - len(dice))]

    def _thrown(
        self,
        before: _Rest,
        came: Sequence[Die],
        gone: Sequence[Lain],
        glance: Glance,
    ) -> bool | None:
        """Tell a throw from dice that were only pushed; None when the picture cannot tell."""
        if all_nudged(gone, glance, came):
            return False
        seen = [old for old in gone if not old.away]
        if self._countless(before, glance) or self._set_right(before, came, seen):
            return None
        left_faces = faces([old.die for old in gone])
        if faces([die for die in came if die.confidence >= SURE]) - left_faces:
            return True
        if faces(came) - left_faces:  # a face that was hardly read proves nothing
            return None
        if self._since.hand or self._since.edge or faces(came) - faces([old.die for old in seen]):
            return None  # put back, or thrown
        return True

    def _countless(self, before: _Rest, glance: Glance) -> bool:
        """Tell whether dice may have rolled on since, or been thrown more than once."""
        since = self._since
        ended = glance.t if since.stirred is None else since.stirred
        rolled_on = not since.hand and ended - before.since < ROLLING_ON
        return since.veiled or rolled_on or since.stirs < ROLLING

    def _set_right(self, before: _Rest, came: Sequence[Die], seen: Sequence[Lain]) -> bool:
        """Tell whether what `came` may have been turned where it lay, by a hand or a knock.

        `seen` are the dice in view that are gone. Doubtful ones are set straight by hands, even
        such as were read for no die at all; others fall over where no hand is near.
        """
        there = in_place(seen, came)
        if not before.sure:
            return there or not seen
        return there and not self._since.hand and not self._since.edge


def _view(glance: Glance) -> tuple[object, ...]:
    """Tell pictures of one size and turn from those of another."""
    return (*glance.small.shape, glance.cell)


def _absorbed(glance: Glance) -> bool:
    """Tell whether what looks like a hand has rested so long that it is part of the table."""
    return glance.t - glance.since >= HAND_REST
