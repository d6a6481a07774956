"""From resting scenes to rolls: a pure state machine. Looks and readings in, events out.

    finder = RollFinder()
    events = finder.see(glance)             # every frame
    if finder.wants_reading:
        events += finder.read(reader.read(frame.image))

It holds no camera and no clock. Nothing is read while something moves or a hand is in view.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median

from vision.frame import Image
from vision.matching import apart, pair, same_layout, vote
from vision.reading import SURE, Die, Reading
from vision.scene import Scene, patch_same, same_turn
from vision.stillness import Glance

QUIET = 2  # quiet frames after the first of a rest, before it is read
STILLS = 6  # stills that are read at most in one rest
HAND_MOTION = 0.015  # share of changed cells, with some at the border, that looks like an arm
HAND_REST = 3.0  # seconds after which what rests in view is no hand but part of the table
ROLLING_ON = 0.35  # a rest shorter than this (seconds) that nobody ended was none
NUDGE, PUSH = 0.8, 1.5  # die sizes: a tray that was bumped; a die that a hand pushed aside


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
    """A rest that was read: its dice, its cells and their size in pixels, when it began."""

    dice: tuple[Die, ...]
    small: Image
    fine: Image
    cell: float
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
        self._new_view = False  # the camera was moved since the last rest that was read
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
        if self._rest and _other_size(self._rest, glance):
            self._new_view = True
        if glance.quiet == 0:
            return self._moving(glance)
        if glance.quiet < QUIET or self._stills:
            return []
        if self._settled and not (self.state == "hand" and _absorbed(glance)):
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
        self._stills, self.wants_reading, self._settled = [], False, False
        self._new_view = True
        events: list[Event] = [] if self.state == "lost" else [StateChange("lost", t)]
        self.state = "lost"
        return events

    def _say(self, state: str) -> list[Event]:
        """Change the state; nothing when it is the state already."""
        if state == self.state or self._glance is None:
            return []
        self.state = state
        return [StateChange(state, self._glance.t)]

    def _moving(self, glance: Glance) -> list[Event]:
        self._stills, self.wants_reading, self._settled = [], False, False
        if glance.border >= 3 and glance.motion >= HAND_MOTION:
            self._hand = True
        return self._say("hand" if self._hand else "moving")

    def _came_to_rest(self, glance: Glance) -> list[Event]:
        """Look at the scene as a whole before any die is read."""
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
        dice, changed = self._with_memory(glance, verdict.dice)
        before, self._rest = (
            self._rest,
            _Rest(dice, glance.small, glance.fine, glance.cell, glance.since),
        )
        hand, new_view, self._hand, self._new_view = self._hand, self._new_view, False, False
        self._scene.learn(glance, dice)
        sure = all(die.confidence >= SURE for die in dice) and not verdict.doubts
        self._sure = sure
        if not dice and sure:
            return self._say("empty")
        events = self._say("sure" if sure else "unsure")
        if new_view and before is not None and same_layout(dice, before.dice):
            return events  # the same dice in a view that was moved
        if not any(changed):
            return events  # nothing came: nothing happened, or dice were taken away
        thrown = None
        if before is not None and not new_view:
            thrown = self._thrown(before, dice, changed, hand, glance)
        self._count += 1
        wait = (glance.t - glance.since) * 1000.0
        roll = Roll(
            self._count, glance.number, glance.t, dice, changed, thrown, sure, verdict.doubts, wait
        )
        return [*events, roll]

    def _with_memory(
        self, glance: Glance, dice: tuple[Die, ...]
    ) -> tuple[tuple[Die, ...], tuple[bool, ...]]:
        """Tell kept dice from moved ones, and mend by memory what the cells say did not change.

        A die whose cells did not change and that was read before lies there still, even if this
        reading missed it; if it reads as another face now, it is doubtful.
        """
        rest = self._rest
        if rest is None or self._new_view:
            return dice, (True,) * len(dice)
        found = pair(dice, rest.dice)
        kept, moved = [], []
        for die, j in zip(dice, found, strict=True):
            old = rest.dice[j] if j is not None else None
            same = old is not None and patch_same(rest.small, glance, old)
            if old is not None and same and old.face != die.face and old.confidence >= SURE:
                die = replace(die, confidence=min(die.confidence, 0.5))
            nudged = old is not None and _slid(rest, glance, old, die)
            kept.append(die)
            moved.append(not (same or nudged))
        for j, old in enumerate(rest.dice):
            if j not in found and old.confidence >= SURE and patch_same(rest.small, glance, old):
                kept.append(old)
                moved.append(False)
        return tuple(kept), tuple(moved)

    def _thrown(
        self,
        before: _Rest,
        dice: Sequence[Die],
        moved: Sequence[bool],
        hand: bool,
        glance: Glance,
    ) -> bool | None:
        """Tell a throw from dice that were only pushed; None when the picture cannot tell."""
        came = [die for die, new in zip(dice, moved, strict=True) if new]
        stayed = set(pair([d for d, new in zip(dice, moved, strict=True) if not new], before.dice))
        left = [die for j, die in enumerate(before.dice) if j not in stayed]
        if _faces(came) - _faces(left):
            rolled_on = not hand and glance.since - before.since < ROLLING_ON
            return None if rolled_on else True
        pushed = [self._pushed(before, die, left, glance, hand) for die in came]
        if all(pushed):
            return False
        return None if hand else True

    def _pushed(
        self, before: _Rest, die: Die, left: Sequence[Die], glance: Glance, hand: bool
    ) -> bool:
        """Tell whether a die slid here from near: the same face, hardly turned."""
        near = PUSH if hand else NUDGE
        return any(apart(die, old) <= near and _slid(before, glance, old, die) for old in left)


def _slid(before: _Rest, glance: Glance, old: Die, die: Die) -> bool:
    """Tell whether `die` may be `old` a little aside: the same face, hardly turned."""
    return old.face == die.face and same_turn(before.fine, glance, old, die)


def _other_size(rest: _Rest, glance: Glance) -> bool:
    """Tell whether the camera gives pictures of another size or turn than at that rest."""
    return rest.small.shape != glance.small.shape or rest.cell != glance.cell


def _absorbed(glance: Glance) -> bool:
    """Tell whether what looks like a hand has rested so long that it is part of the table."""
    return glance.t - glance.since >= HAND_REST


def _faces(dice: Sequence[Die]) -> Counter[str]:
    return Counter(die.face for die in dice)
