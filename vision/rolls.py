"""Turn resting scenes into rolls: a state machine from frames and readings to events.

    finder = RollFinder()
    events = finder.process_frame(summary)       # every frame
    if finder.wants_reading:
        events += finder.add_reading(reader.read(frame.image))

It needs no camera and no clock. Nothing is read while something moves or a hand is in view.
"""

from collections.abc import Callable
from dataclasses import replace
from statistics import median

from vision.background import Background, HandheldCameraDetector
from vision.bounding_box import BoundingBox
from vision.events import Confirmation, EyeEvent, Roll, StateChange
from vision.longer_look import LongerLook
from vision.matching import vote_on_stills
from vision.protocol import EyeState
from vision.reading import Die, Reading
from vision.rests import Rest, RestComparison, SinceLastRest, compare_after_gap, compare_rests
from vision.stillness import FrameSummary
from vision.tracking import remember_dice
from vision.tray_sheet import SheetView

MIN_QUIET_FRAMES = 2  # quiet frames after the first one of a rest before it is read
MIN_REST_SECONDS = 0.06  # to a fast camera, a die seems to rest at the top of a bounce
MAX_STILLS = 6  # maximum number of stills that are read in one rest
MIN_HAND_MOTION = 0.015  # share of changed cells, some at the border, that looks like an arm
MIN_HAND_SECONDS = 0.1  # that a hand takes to come from outside the picture and rest
MAX_HAND_SECONDS = 3.0  # a hand that rests longer counts as part of the table


class RollFinder:
    """Follows one camera. `state` is what it sees now, as in StateChange.

    `sheet` is the view of a printed sheet under the dice, if there is one.
    """

    def __init__(self) -> None:
        self.state: EyeState = "moving"
        self.wants_reading = False
        # Possible dice that have not moved since before the last roll.
        self.clutter: tuple[BoundingBox, ...] = ()
        self.sheet: SheetView | None = None
        self._background = Background()
        self._rest: Rest | None = None
        self._held_camera = HandheldCameraDetector()
        self._since = SinceLastRest()
        self._settled = False  # whether the current rest has been judged
        self._stills: list[Reading] = []
        self._frame: FrameSummary | None = None
        self._count = 0
        self._look: LongerLook | None = None

    @property
    def dice(self) -> tuple[Die, ...]:
        """The dice of the last rest that was read, none before the first."""
        return self._rest.reading.dice if self._rest else ()

    @property
    def is_read(self) -> bool:
        """Whether the scene rests, no hand is in view, and its dice were read."""
        return self.state in ("empty", "sure", "unsure")

    @property
    def die_size(self) -> float | None:
        """The size of a die in pixels if the last rest and all stills of this one are sure.

        It makes a reader faster. After a doubtful still it is None, and the next is read without.
        """
        if self._look is not None:
            return self._look.die_size
        if self._rest is None or not self._rest.reading.sure or self._since.gap:
            return None
        if not all(still.sure for still in self._stills):
            return None
        return median(die.size for die in self.dice)

    @property
    def mirrors_next_still(self) -> bool:
        """Whether to read the next still mirrored, like every other still of a rest."""
        return len(self._stills) % 2 == 0 if self._look is None else self._look.is_mirrored

    @property
    def examines_every_pose(self) -> bool:
        """Whether the next still is for a longer look at a die that may not lie flat."""
        return self._look is not None and self._look.every_pose

    def process_frame(self, frame: FrameSummary) -> list[EyeEvent]:
        """Process one frame; return its events. `wants_reading` then says whether to read it."""
        self._frame = frame
        if self._rest and self._rest.size != frame.size:
            self._since.gap = True
        if frame.quiet_frames == 0:
            return self._moving(frame)
        self._held_camera.forget()
        if (
            frame.quiet_frames < MIN_QUIET_FRAMES
            or frame.t - frame.quiet_since < MIN_REST_SECONDS
            or self._stills
        ):
            return []
        if self._settled and not (self.state in ("hand", "covered") and _absorbed(frame)):
            self.wants_reading = self._look is not None and self._look.wants_still(frame.t)
            return []
        return self._came_to_rest(frame)

    def add_reading(
        self, reading: Reading, take_evidence: Callable[[], bytes] = bytes
    ) -> list[EyeEvent]:
        """Process the reading of the frame that was just observed.

        `take_evidence` returns its JPEG, and is called only for a roll.
        """
        frame = self._frame
        if frame is None or not self.wants_reading:
            return []
        if self._look is not None:
            return self._look_longer(self._look, frame, reading)
        self._stills.append(reading)
        verdict = vote_on_stills(self._stills, MAX_STILLS)
        if verdict is None:
            return self._change_state("reading", frame.t)
        self._stills, self.wants_reading, self._settled = [], False, True
        events: list[EyeEvent] = []
        if self._background.has_camera_moved(frame, verdict.dice, rested=_absorbed(frame)):
            events = self._change_state("moved camera", frame.t)
            self._background.forget()
            self._since.gap = True
        elif self._background.is_hand_in_view(frame, verdict.dice) and not _absorbed(frame):
            self._since.hand_seen, self._since.motion_frames = True, 0
            return self._change_state("hand", frame.t)
        return events + self._conclude(frame, verdict, take_evidence)

    def take_next_number(self) -> int:
        """Count one more roll, however it was found; return its number (from 1)."""
        self._count += 1
        return self._count

    def note_camera_lost(self, t: float) -> list[EyeEvent]:
        """Report that the camera is lost, so that earlier positions prove nothing."""
        self.note_gap()
        return self._change_state("lost", t)

    def note_gap(self) -> None:
        """Note that some time passed unseen, so the next dice may have been rolled or not."""
        self._look = None
        self._stills, self.wants_reading, self._settled = [], False, False
        self._since.gap = True

    def note_camera_moved(self, t: float) -> list[EyeEvent]:
        """Report that the camera, or the sheet under the dice, was moved."""
        self.forget_places()
        return self._change_state("moved camera", t)

    def forget_places(self) -> None:
        """Note that another part of the scene is visible now, so positions prove nothing."""
        self.note_gap()
        self._background.forget()

    def _change_state(self, state: EyeState, t: float) -> list[EyeEvent]:
        """Change the state; return no event if it is already the current one."""
        if state == self.state:
            return []
        self.state = state
        return [StateChange(state, t)]

    def _moving(self, frame: FrameSummary) -> list[EyeEvent]:
        since = self._since
        self._look = None
        self._stills, self.wants_reading, self._settled = [], False, False
        edge = frame.border_changes >= 3
        arm = edge and frame.motion >= MIN_HAND_MOTION
        since.hand_seen = (
            since.hand_seen or arm or self._background.is_hand_in_view(frame, self.dice)
        )
        since.border_motion = since.border_motion or edge
        since.motion_frames += 1
        if since.motion_began is None:
            since.motion_began = frame.t
        if self._held_camera.is_handheld_after(frame):
            return self._change_state("moved camera", frame.t)
        return self._change_state("hand" if since.hand_seen else "moving", frame.t)

    def _came_to_rest(self, frame: FrameSummary) -> list[EyeEvent]:
        """Decide whether the resting scene can be read, and report what prevents it."""
        obstruction = self._background.obstruction(frame)
        if (obstruction == "covered" and _absorbed(frame)) or (  # a new cloth
            obstruction == "hand" and self._is_first_view_replaced(frame)
        ):
            self._background.forget()
            self._since.gap = True
            obstruction = self._background.obstruction(frame)
        if obstruction == "hand" and _absorbed(frame):
            self._since.view_blocked = True
            obstruction = None
        if obstruction is not None:
            self._settled = True
            self._since.motion_frames = 0
            if obstruction == "dark":
                self._since.view_blocked = True
            else:
                self._since.hand_seen = True
            return self._change_state(obstruction, frame.t)
        self._settled = False
        self.wants_reading = True
        known = self._rest is not None and not self._since.gap
        self.clutter = self._rest.unmoved_faint_boxes(frame) if self._rest and known else ()
        return self._change_state("still", frame.t)

    def _is_first_view_replaced(self, frame: FrameSummary) -> bool:
        """Return whether the only rest so far showed no tray, but a camera that starts.

        Its logo or noise has no dice and is replaced at once, while a hand takes some frames to
        come.
        """
        began = self._since.motion_began
        return (
            not self._background.is_confirmed
            and not self.dice
            and began is not None
            and frame.quiet_since - began < MIN_HAND_SECONDS
        )

    def _conclude(
        self, frame: FrameSummary, verdict: Reading, take_evidence: Callable[[], bytes]
    ) -> list[EyeEvent]:
        """Compare a rest with the previous one; return what happened."""
        if self._rest is None or self._since.gap:
            change = compare_after_gap(self._rest, frame, verdict)
        else:
            change = compare_rests(self._rest, self._since, frame, verdict)
        change = self._without_kept(change)
        reading = change.reading
        self._rest = Rest(reading, change.tracked, frame)
        self._since = SinceLastRest()
        self._background.learn(frame, reading.dice)
        if reading.is_empty:
            return self._change_state("empty", frame.t)
        events = self._change_state("sure" if reading.sure else "unsure", frame.t)
        if not change.is_reportable:
            return events  # nothing happened, or dice were taken away
        roll = Roll(
            number=self.take_next_number(),
            frame=frame.number,
            t=frame.t,
            reading=reading,
            moved=change.moved,
            rolled=change.rolled,
            after_rest_ms=(frame.t - frame.quiet_since) * 1000.0 + reading.ms,
            size=frame.size,
            evidence=take_evidence(),
        )
        # A longer look helps only if the reading itself is doubtful.
        if not reading.sure and reading.dice and reading.dice == verdict.dice:
            self._look = LongerLook(roll, frame.t)
        return [*events, roll]

    def _without_kept(self, change: RestComparison) -> RestComparison:
        """Treat dice on the rail of a sheet as not moved, because they are kept."""
        if self.sheet is None or not any(change.moved):
            return change
        zones = [self.sheet.zone_of_box(die.box) for die in change.reading.dice]
        moved = tuple(m and zone != "rail" for m, zone in zip(change.moved, zones, strict=True))
        return replace(change, moved=moved, is_reportable=any(moved))

    def _look_longer(self, look: LongerLook, frame: FrameSummary, still: Reading) -> list[EyeEvent]:
        """Add a still of a doubtful roll; return a confirmation if its faces are now sure."""
        self.wants_reading = False
        roll, rest = look.add(still, frame.t), self._rest
        if roll is None or rest is None:
            return []
        reading = roll.reading
        tracked = (*remember_dice(reading.dice, frame), *rest.tracked[len(reading.dice) :])
        self._rest = replace(rest, reading=reading, tracked=tracked)
        again = replace(roll, number=self.take_next_number(), moved=(False,) * len(reading.dice))
        confirmation = Confirmation(again, roll.number, frame.t)
        return [confirmation, *self._change_state("sure" if reading.sure else "unsure", frame.t)]


def _absorbed(frame: FrameSummary) -> bool:
    """Return whether the scene has rested so long that a hand in it counts as part of the table."""
    return frame.t - frame.quiet_since >= MAX_HAND_SECONDS
