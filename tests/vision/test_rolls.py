"""The roll finder alone: synthetic frames and readings, no camera, no picture."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.stage import die_at, picture, seen
from vision.bounding_box import BoundingBox
from vision.events import Confirmation, EyeEvent, Roll, StateChange
from vision.longer_look import ALTERED_VIEWS
from vision.reading import Die, Reading
from vision.rests import ROLLING_PAUSE
from vision.rolls import MAX_HAND_SECONDS, MIN_QUIET_FRAMES, MIN_REST_SECONDS, RollFinder
from vision.stillness import FrameSummary, to_cells


class Session:
    """A finder at 30 frames a second, with pictures and readings from the test."""

    def __init__(self) -> None:
        self.finder = RollFinder()
        self.n = 0
        self.reported: list[EyeEvent] = []
        self.reads = 0

    def frame(
        self, image: np.ndarray, quiet: int, motion: float = 0.0, border: int = 0
    ) -> FrameSummary:
        """Process one frame."""
        cells, fine = to_cells(image)
        self.n += 1
        since = (self.n - quiet) / 30
        return FrameSummary(
            cells, fine, (640, 480), self.n / 30, self.n, quiet, since, motion, border
        )

    def move(self, frames: int = 10, motion: float = 0.01, border: int = 0) -> None:
        """Let something move."""
        for _ in range(frames):
            blank = self.frame(picture([]), 0, motion, border)
            self.reported += self.finder.process_frame(blank)
            assert not self.finder.wants_reading

    def rest(
        self, dice: list[tuple[int, int, int]], frames: int = 12, hand: int = 0, sure: float = 0.99
    ) -> list[Roll]:
        """Let dice rest; return the rolls of this rest."""
        before = len(self.reported)
        image = picture(dice, hand)
        for quiet in range(1, frames + 1):
            self.reported += self.finder.process_frame(self.frame(image, quiet))
            if self.finder.wants_reading:
                assert quiet >= MIN_QUIET_FRAMES
                self.reads += 1
                self.reported += self.finder.add_reading(Reading(seen(dice, sure), (), 5.0))
        return [event for event in self.reported[before:] if isinstance(event, Roll)]

    @property
    def states(self) -> list[str]:
        """The states in order."""
        return [event.state for event in self.reported if isinstance(event, StateChange)]


START = [(100, 100, 1), (200, 100, 2), (300, 100, 3)]
TURNED = [(100, 100, 1), (200, 100, 2), (400, 300, 5)]


def test_the_first_rest_cannot_show_a_roll() -> None:
    """Dice from before the eye opened may have been played already: `rolled` is None."""
    session = Session()
    (roll,) = session.rest(START)
    assert roll.rolled is None
    assert session.states == ["still", "reading", "sure"]


def test_dice_after_an_empty_tray_are_a_roll() -> None:
    """An empty tray, then motion, then dice: rolled."""
    session = Session()
    assert session.rest([]) == []
    session.move()
    (roll,) = session.rest([*START[:2], (500, 200, 4)])
    assert roll.rolled is True
    assert session.states[:3] == ["still", "reading", "empty"]


def test_a_rest_is_read_twice_and_then_left_alone() -> None:
    """Two stills that agree; a minute of rest needs no further reading and reports nothing."""
    session = Session()
    session.rest(START, frames=1800)
    assert session.reads == 2
    assert len(session.reported) == 4


def test_a_doubtful_roll_is_read_longer_and_then_left_alone() -> None:
    """Six stills are not sure but six in other views are, so it is confirmed under its number."""
    session = Session()
    (roll,) = session.rest(START, frames=10, sure=0.92)
    assert (roll.reading.sure, roll.reading.likely) == (False, True)
    image = picture(START)
    sizes = []
    for quiet in range(11, 400):
        session.reported += session.finder.process_frame(session.frame(image, quiet))
        if session.finder.wants_reading:
            sizes.append(session.finder.die_size)
            session.reported += session.finder.add_reading(Reading(seen(START), (), 5.0))
    assert sizes == [40.0 * size for size, _ in ALTERED_VIEWS]
    (confirmed,) = [event for event in session.reported if isinstance(event, Confirmation)]
    assert (confirmed.roll.reading.sure, confirmed.confirms) == (True, roll.number)
    assert (confirmed.roll.number, confirmed.roll.moved) == (roll.number + 1, (False,) * 3)
    assert session.states[-2:] == ["unsure", "sure"]
    session.move()
    assert session.rest(START) == []  # the dice are known as they were confirmed


def test_faces_that_are_sure_are_confirmed_while_another_die_may_be_hidden() -> None:
    """A game that counts its dice knows that there is none; the eye itself stays unsure."""
    session = Session()
    session.rest(START, frames=10, sure=0.92)
    for quiet in range(11, 400):
        session.reported += session.finder.process_frame(session.frame(picture(START), quiet))
        if session.finder.wants_reading:
            still = Reading(seen(START), ("covered",), 5.0)
            session.reported += session.finder.add_reading(still)
    (confirmed,) = [event for event in session.reported if isinstance(event, Confirmation)]
    reading = confirmed.roll.reading
    assert (reading.sure, reading.tray_doubts) == (False, ("covered",))
    assert all(die.sure for die in reading.dice)
    assert session.states[-1] == "unsure"


def test_a_doubtful_or_different_result_is_not_confirmed() -> None:
    """This holds however sure the different reading is."""
    for shown, sure in ((START, 0.5), (TURNED, 0.99)):
        session = Session()
        session.rest(START, frames=10, sure=0.5)
        for quiet in range(11, 60):
            session.reported += session.finder.process_frame(session.frame(picture(START), quiet))
            if session.finder.wants_reading:
                session.reported += session.finder.add_reading(Reading(seen(shown, sure), (), 5.0))
        assert not any(isinstance(event, Confirmation) for event in session.reported)


def test_a_possible_die_unmoved_by_a_roll_is_clutter() -> None:
    """If it moved since the last rest, it may be a die."""
    session = Session()
    place = (500.0, 300.0, 540.0, 340.0)

    def rest(
        thing: tuple[int, int, int], dice: list[tuple[int, int, int]]
    ) -> tuple[BoundingBox, ...]:
        known = None
        for quiet in range(1, 40):
            image = picture([*dice, thing])
            session.reported += session.finder.process_frame(session.frame(image, quiet))
            if session.finder.wants_reading:
                known = session.finder.clutter if known is None else known
                faint = Reading(seen(dice), ("covered",), 5.0, (place,))
                session.reported += session.finder.add_reading(faint)
                assert session.finder.clutter == known
        assert known is not None
        return known

    assert rest((500, 300, 2), START) == ()
    session.move()
    assert set(rest((500, 300, 2), TURNED)) == {place}
    session.move()
    assert rest((512, 310, 5), START) == ()


def test_a_changed_face_is_a_roll_and_the_others_are_kept() -> None:
    """One die lies elsewhere with another face: rolled, one moved."""
    session = Session()
    session.rest(START)
    session.move()
    (roll,) = session.rest(TURNED)
    assert roll.rolled is True
    assert roll.moved == (False, False, True)
    assert roll.number == 2


def test_each_state_is_reported_once() -> None:
    """The number of frames that show it does not matter."""
    session = Session()
    session.rest(START)
    session.move()
    session.rest(TURNED, sure=0.6)
    first, moving = ["still", "reading", "sure"], ["moving", "still", "reading", "unsure"]
    assert session.states == first + moving


def test_without_changes_there_is_no_roll() -> None:
    """A hand passes over and leaves everything as it was."""
    session = Session()
    session.rest(START)
    session.move(motion=0.2, border=30)
    assert session.rest(START) == []
    assert session.states[-4:] == ["hand", "still", "reading", "sure"]


def test_the_same_face_far_away_without_a_hand_was_rolled() -> None:
    """No arm was seen, so the die was rolled and shows the same face again."""
    session = Session()
    session.rest(START)
    session.move()
    (roll,) = session.rest([*START[:2], (500, 350, 3)])
    assert roll.rolled is True


def test_the_same_face_a_little_aside_was_pushed() -> None:
    """With an arm in view, a die moved by half its length without rotating: no roll."""
    session = Session()
    session.rest(START)
    session.move(motion=0.1, border=30)
    (roll,) = session.rest([*START[:2], (320, 112, 3)])
    assert roll.rolled is False
    assert roll.moved == (False, False, True)


def test_the_same_face_a_whole_die_aside_after_a_hand_is_asked_about() -> None:
    """About one in a hundred rolls of a single die lands that near with so little rotation."""
    session = Session()
    session.rest(START)
    session.move(motion=0.1, border=30)
    (roll,) = session.rest([*START[:2], (340, 120, 3)])
    assert roll.rolled is None


def test_the_same_face_far_away_after_a_hand_is_asked_about() -> None:
    """An arm was in view and the die lies far away with its face, so it is unclear."""
    session = Session()
    session.rest(START)
    session.move(motion=0.1, border=30)
    (roll,) = session.rest([*START[:2], (500, 350, 3)])
    assert roll.rolled is None


def test_a_die_that_rolls_on_by_itself_is_asked_about() -> None:
    """It tips over after a pause of a few frames, with no hand near: maybe nobody rolled it."""
    session = Session()
    session.rest([])
    session.move()
    session.rest(START, frames=4)
    session.move(frames=4)
    (roll,) = session.rest(TURNED)
    assert roll.rolled is None
    assert ROLLING_PAUSE > 8 / 30


def taken_out(back: list[tuple[int, int, int]]) -> list[Roll]:
    """Rest with two of three dice gone, and then with `back`; return the rolls of that."""
    session = Session()
    session.rest(START)
    session.move(motion=0.2, border=40)
    assert session.rest(START[:1]) == []
    session.move(motion=0.2, border=40)
    return session.rest([START[0], *back])


def test_hidden_dice_that_reappear_in_place_were_not_rolled() -> None:
    """Two dice lay under a card, or were lifted and put back."""
    assert taken_out(START[1:]) == []
    assert taken_out([(205, 104, 2), (304, 98, 3)]) == []


def test_hidden_dice_that_reappear_elsewhere_are_asked_about() -> None:
    """They may have been put there or rolled to the same faces."""
    (roll,) = taken_out([(450, 300, 2), (300, 350, 3)])
    assert roll.rolled is None
    assert roll.moved == (False, True, True)


def test_dice_taken_out_and_rolled_again_are_a_roll() -> None:
    """One new face among them is enough."""
    (roll,) = taken_out([(450, 300, 2), (300, 350, 5)])
    assert roll.rolled is True
    assert roll.moved == (False, True, True)


def test_after_a_roll_hidden_dice_are_forgotten() -> None:
    """A die taken out before a roll and rolled afterwards is a roll, whatever it shows."""
    session = Session()
    session.rest(START)
    session.move(motion=0.2, border=40)
    session.rest(START[:2])
    session.move()
    (first,) = session.rest([START[0], (420, 320, 6)])
    session.move()
    (second,) = session.rest([START[0], (420, 320, 6), START[2]])
    assert (first.rolled, second.rolled) == (True, True)


def test_a_kept_die_that_was_knocked_was_not_rolled() -> None:
    """Rolling dice push a kept one by part of its length: it is not one of the rolled ones."""
    session = Session()
    session.rest(START)
    session.move()
    (roll,) = session.rest([(100, 100, 1), (217, 102, 2), (400, 300, 5)])
    assert roll.rolled is True
    assert roll.moved == (False, False, True)


def test_dice_that_roll_on_after_they_were_read_are_asked_about() -> None:
    """They rest for a sixth of a second, then one tips over for a third: maybe nobody rolled it."""
    session = Session()
    session.rest([])
    session.move()
    assert len(session.rest(START, frames=5)) == 1
    session.move(frames=10)
    (roll,) = session.rest(TURNED)
    assert roll.rolled is None


def test_the_top_of_a_bounce_is_not_a_rest() -> None:
    """A fast camera sees many still frames there, but a rest takes a sixteenth of a second."""
    session = Session()
    cells, fine = to_cells(picture(START))
    for quiet in range(1, 14):
        summary = FrameSummary(cells, fine, (640, 480), quiet / 240, quiet, quiet, 0.0, 0.0, 0)
        session.reported += session.finder.process_frame(summary)
        assert not session.finder.wants_reading
    session.reported += session.finder.process_frame(
        FrameSummary(cells, fine, (640, 480), MIN_REST_SECONDS, 15, 15, 0.0, 0.0, 0)
    )
    assert session.finder.wants_reading


def test_after_a_pause_of_the_camera_rolls_are_unclear() -> None:
    """The camera paused for a while: other dice may have been rolled once, twice, or placed."""
    session = Session()
    session.rest(START)
    session.finder.note_gap()
    session.move(1)
    (roll,) = session.rest(TURNED)
    assert roll.rolled is None


def test_a_view_that_stays_covered_is_another_cloth() -> None:
    """A plain cloth over a patterned one looks like a cap on the lens, but not forever."""
    session = Session()
    session.rest(START)
    session.move()
    plain = np.full((480, 640, 3), 110, np.uint8)
    for quiet in range(1, int(MAX_HAND_SECONDS * 30) + 10):
        session.reported += session.finder.process_frame(session.frame(plain, quiet))
        if session.finder.wants_reading:
            session.reported += session.finder.add_reading(Reading((), (), 5.0))
    assert session.states[-4:] == ["covered", "still", "reading", "empty"]


def test_a_resting_hand_blocks_reading_until_it_is_gone_or_furniture() -> None:
    """After some seconds, it counts as furniture."""
    session = Session()
    session.rest(START)
    reads = session.reads
    session.move(motion=0.2, border=40)
    assert session.rest(TURNED, hand=90, frames=20) == []
    assert session.finder.state == "hand"
    assert session.reads == reads
    (roll,) = session.rest(TURNED, hand=90, frames=int(MAX_HAND_SECONDS * 30) + 10)
    assert roll.rolled is None  # it may be a hand all the same
    session.move()
    (roll,) = session.rest([*TURNED[:2], (500, 200, 4)], hand=90)
    assert roll.rolled is True


def test_one_rolled_die_on_plain_cloth_is_not_a_moved_camera() -> None:
    """If there is nothing but dice to see, one in another place does not mean a moved camera."""
    session = Session()
    session.rest([(300, 200, 4)])
    session.move()
    (roll,) = session.rest([(420, 260, 6)])
    assert roll.rolled is True
    assert "moved camera" not in session.states


def test_every_other_still_is_read_in_the_mirror() -> None:
    """This starts afresh in each rest."""
    session = Session()
    for doubtful in (1, 2):
        ways = []
        for quiet in range(MIN_QUIET_FRAMES, MIN_QUIET_FRAMES + doubtful + 2):
            session.finder.process_frame(session.frame(picture(START), quiet))
            ways.append(session.finder.mirrors_next_still)
            sure = 0.5 if len(ways) <= doubtful else 0.99
            session.finder.add_reading(Reading(seen(START, sure), (), 1.0))
        assert ways == [True, False, True, False][: doubtful + 2]
        session.move()


def test_the_scale_is_given_only_if_it_helps() -> None:
    """It is given after a sure rest; not before, after a doubtful still or in a moved view."""
    session = Session()
    assert session.finder.die_size is None
    session.rest(START)
    assert session.finder.die_size == 40.0
    session.move()
    session.reported += session.finder.process_frame(
        session.frame(picture(TURNED), MIN_QUIET_FRAMES)
    )
    session.reported += session.finder.add_reading(Reading(seen(TURNED, 0.5), (), 1.0))
    assert session.finder.die_size is None
    session.move()
    session.rest(START, sure=0.5)
    assert session.finder.die_size is None
    session.move()
    session.rest(START)
    assert session.finder.die_size == 40.0
    session.finder.note_camera_lost(9.0)
    assert session.finder.die_size is None


def test_unreadable_things_are_unsure_and_not_an_empty_tray() -> None:
    """No die, but a doubt about something: unsure, and no roll."""
    session = Session()
    session.reported += session.finder.process_frame(
        session.frame(picture(START), MIN_QUIET_FRAMES)
    )
    for _ in range(6):
        session.reported += session.finder.add_reading(Reading((), ("unknown face",), 1.0))
    assert session.states[-1] == "unsure"
    assert not any(isinstance(event, Roll) for event in session.reported)


def test_unsure_dice_make_an_unsure_roll() -> None:
    """After four unsure stills that agree, the roll is reported as unsure; more looks follow."""
    session = Session()
    (roll,) = session.rest(START, sure=0.6)
    assert not roll.reading.sure
    assert session.states[-1] == "unsure"
    assert session.reads == 5


def test_a_scene_that_moves_between_stills_is_not_reported() -> None:
    """One still is not a roll: if the scene moves before the second, it was not at rest."""
    session = Session()
    assert session.rest(START, frames=MIN_QUIET_FRAMES) == []
    session.move()
    assert len(session.rest(TURNED)) == 1


def test_a_lost_camera_forgets_nothing_and_trusts_nothing() -> None:
    """After a loss, the same dice are not a roll, and others may or may not have been rolled."""
    for after, expected in ((START, []), (TURNED, [None])):
        session = Session()
        session.rest(START)
        session.reported += session.finder.note_camera_lost(1.0)
        session.reported += session.finder.note_camera_lost(2.0)
        assert session.states.count("lost") == 1
        session.move(1)
        assert [roll.rolled for roll in session.rest(after)] == expected


def test_after_a_gap_nothing_is_read_before_it_has_rested() -> None:
    """The first dice after a gap may still be moving, even if they were being read before it."""
    session = Session()
    session.rest(START, frames=MIN_QUIET_FRAMES)
    for _ in range(2):  # in the middle of a rest, and after the gap
        session.finder.note_gap()
        session.finder.process_frame(session.frame(picture(START), 1))
        assert not session.finder.wants_reading


def test_the_wait_is_counted_from_the_first_resting_frame() -> None:
    """Read at the second and third quiet frame: 100 ms after the rest began, and 5 ms to read."""
    session = Session()
    session.rest([])
    session.move()
    (roll,) = session.rest(START)
    assert round(roll.after_rest_ms) == round((MIN_QUIET_FRAMES + 1) / 30 * 1000 + 5)


def rest_as(
    session: Session, image: np.ndarray, dice: tuple[Die, ...], doubts: tuple[str, ...] = ()
) -> list[Roll]:
    """Let a picture rest while the reader sees `dice`; return the rolls."""
    before = len(session.reported)
    for quiet in range(1, 13):
        session.reported += session.finder.process_frame(session.frame(image, quiet))
        if session.finder.wants_reading:
            session.reported += session.finder.add_reading(Reading(dice, doubts, 5.0))
    return [event for event in session.reported[before:] if isinstance(event, Roll)]


def test_a_die_half_under_a_card_is_not_a_roll_when_the_card_goes() -> None:
    """Half covered, it is unsurely read as another face; that does not make it a roll later."""
    session = Session()
    session.rest(START)
    session.move(motion=0.2, border=40)
    image = picture(START)
    image[90:150, 290:322] = 120
    half = seen(START[:2]) + seen([(300, 100, 4)], sure=0.6)
    assert [roll.rolled for roll in rest_as(session, image, half)] == [None]
    session.move(motion=0.2, border=40)
    assert session.rest(START) == []


def test_a_die_under_a_card_is_remembered_through_a_stall() -> None:
    """A gap does not make a roll of dice that lay there all the time."""
    session = Session()
    session.rest(START)
    session.move(motion=0.2, border=40)
    assert session.rest(START[:2]) == []
    session.finder.note_gap()
    session.move(1)
    session.rest(START[:2])
    session.move(motion=0.2, border=40)
    assert session.rest(START) == []


def test_a_single_die_far_off_after_a_stall_is_asked_about() -> None:
    """A single die does not distinguish a moved camera from a roll."""
    session = Session()
    session.rest([(100, 100, 4)])
    session.finder.note_gap()
    session.move()
    (roll,) = session.rest([(500, 350, 4)])
    assert roll.rolled is None


def test_a_die_that_contradicts_itself_stays_doubtful_until_it_is_moved() -> None:
    """The same cells cannot show a 1 and then a 6; whichever is read is asked about."""
    session = Session()
    before = [*START, (400, 300, 6)]
    session.rest(before)
    for _ in range(3):
        session.move(motion=0.2, border=40)
        assert rest_as(session, picture(before), seen([(100, 100, 6), *before[1:]])) == []
        assert session.states[-1] == "unsure"
    session.move()
    after = [*START, (500, 200, 2)]
    (roll,) = rest_as(session, picture(after), seen([(100, 100, 6), *after[1:]]))
    assert roll.rolled is True
    assert not roll.reading.sure


def test_a_doubtful_die_that_is_then_missed_stays_doubtful() -> None:
    """It leaned when it was read; a roll next to it is not sure only because it is missed now."""
    session = Session()
    leaning = replace(seen(START)[0], doubts=("cocked",))
    rest_as(session, picture(START), (leaning, *seen(START[1:])))
    session.move()
    (roll,) = rest_as(session, picture(TURNED), seen(TURNED[1:]))
    assert (roll.rolled, roll.reading.sure, roll.reading.likely) == (True, False, False)
    assert (roll.reading.doubts, roll.reading.tray_doubts) == (("cocked",), ())
    assert session.states[-1] == "unsure"


def test_a_roll_that_nobody_saw_is_asked_about() -> None:
    """Other dice lie there after hardly any frame with motion: it may have been two rolls."""
    session = Session()
    session.rest(START)
    session.move(1)
    (roll,) = session.rest(TURNED)
    assert roll.rolled is None


def test_each_pushed_die_comes_from_its_own_place() -> None:
    """One die is knocked, and another with the same face is rolled next to its old place."""
    session = Session()
    session.rest([(300, 200, 3), (100, 380, 3), (500, 60, 1)])
    session.move(motion=0.2, border=40)
    (roll,) = session.rest([(345, 210, 3), (300, 160, 3), (500, 60, 1)])
    assert roll.rolled is None


@pytest.mark.parametrize(
    ("motion", "border", "state"),
    [(0.015, 3, "hand"), (0.015, 2, "moving"), (0.014, 3, "moving")],
)
def test_motion_that_looks_like_an_arm(motion: float, border: int, state: str) -> None:
    """It covers enough of the picture and touches the border."""
    session = Session()
    session.rest(START)
    session.move(motion=motion, border=border)
    assert session.states[-1] == state


def test_a_finger_at_the_border_leaves_it_open_who_moved_a_die() -> None:
    """The same face far away: pushed by something thin that came in, or rolled."""
    session = Session()
    session.rest(START)
    session.move(motion=0.005, border=4)
    (roll,) = session.rest([*START[:2], (400, 300, 3)])
    assert roll.rolled is None


def cocked() -> Session:
    """Play a rest whose third die leans and is hardly read; it was asked about."""
    session = Session()
    session.rest([])
    session.move()
    dice = (*seen(START[:2]), *seen(START[2:], sure=0.6))
    assert not rest_as(session, picture(START), dice)[-1].reading.sure
    return session


def test_a_doubtful_die_that_somebody_straightens_is_asked_about() -> None:
    """Where it leaned, it now shows a clear face: it was straightened or rolled a little."""
    session = cocked()
    session.move(motion=0.1, border=30)
    (roll,) = session.rest([*START[:2], (306, 104, 4)])
    assert roll.rolled is None
    assert roll.moved == (False, False, True)


def test_a_doubtful_die_that_is_rolled_again_is_a_roll() -> None:
    """It lies elsewhere: nobody straightens a die across the tray."""
    session = cocked()
    session.move(motion=0.1, border=30)
    (roll,) = session.rest([*START[:2], (420, 300, 4)])
    assert roll.rolled is True


def test_a_die_that_appears_where_something_was_doubtful_is_asked_about() -> None:
    """It leaned so far that it was not read at all; now it stands, and no die is gone."""
    session = Session()
    session.rest([])
    session.move()
    rest_as(session, picture(START), seen(START[:2]), ("cocked",))
    session.move(motion=0.1, border=30)
    (roll,) = session.rest([*START[:2], (306, 104, 4)])
    assert roll.rolled is None


@pytest.mark.parametrize(("border", "expected"), [(0, None), (30, True)])
def test_a_sure_die_that_topples_in_place_is_asked_about(
    border: int, expected: bool | None
) -> None:
    """No hand was seen, nothing at the border: it tipped over. A hand may roll it that short."""
    session = Session()
    session.rest(START, frames=60)
    session.move(motion=0.1, border=border)
    (roll,) = session.rest([*START[:2], (312, 104, 5)])
    assert roll.rolled is expected


def test_covered_dice_are_forgotten_when_the_picture_size_changes() -> None:
    """Their positions mean nothing in pictures of another size."""
    session = Session()
    session.rest([*START, (580, 400, 6)])
    session.move(motion=0.2, border=40)
    assert session.rest(START) == []
    cells, fine = to_cells(picture(START))
    halves = tuple(die_at((x / 2, y / 2, x / 2 + 20, y / 2 + 20), f) for x, y, f in START)
    for quiet in (*range(12), *range(12)):  # a second rest, in a view that is known again
        session.n += 1
        t = session.n / 30
        summary = FrameSummary(cells, fine, (320, 240), t, session.n, quiet, t - quiet / 30, 0.0, 0)
        session.reported += session.finder.process_frame(summary)
        if session.finder.wants_reading:
            session.reported += session.finder.add_reading(Reading(halves, (), 5.0))
    assert [die.face for die in session.finder.dice] == ["1", "2", "3"]


def test_after_the_dark_a_roll_is_asked_about_and_kept_dice_are_known() -> None:
    """The lamp is turned up slowly, so motion is seen: there may have been several rolls."""
    session = Session()
    session.rest(START)
    session.move()
    black = np.full((480, 640, 3), 5, np.uint8)
    for quiet in range(1, 20):
        session.reported += session.finder.process_frame(session.frame(black, quiet))
    assert session.states[-1] == "dark"
    session.move()
    (roll,) = session.rest(TURNED)
    assert roll.rolled is None
    assert roll.moved == (False, False, True)
    session.move()
    (roll,) = session.rest([*START[:2], (500, 200, 4)])
    assert roll.rolled is True


def test_dice_on_a_resting_palm_are_not_a_sure_roll() -> None:
    """A hand that holds the dice out for seconds counts as furniture; they were not rolled."""
    session = Session()
    session.rest(START)
    session.move(motion=0.2, border=40)
    palm = [(30, 200, 4), (30, 260, 6), (60, 160, 2)]
    (roll,) = session.rest(palm, hand=110, frames=int(MAX_HAND_SECONDS * 30) + 10)
    assert roll.rolled is None


def test_a_rolled_die_that_is_not_read_is_asked_about() -> None:
    """Only a doubt shows where it fell, but it left its place, so something happened."""
    session = Session()
    session.rest(START)
    session.move()
    (roll,) = rest_as(session, picture([*START[:2], (430, 300, 5)]), seen(START[:2]), ("cocked",))
    assert (roll.rolled, roll.reading.sure, roll.reading.doubts) == (None, False, ("cocked",))
    assert roll.moved == (False, False)
    session.move(motion=0.2, border=40)
    assert rest_as(session, picture(START[:1]), seen(START[:1])) == []  # taken out


def test_dice_taken_up_next_to_an_old_doubt_are_not_a_roll() -> None:
    """An object that stays in the tray is asked about only after dice were rolled."""
    session = Session()
    rest_as(session, picture(START), seen(START), ("covered",))
    session.move(motion=0.2, border=40)
    assert rest_as(session, picture(START[:2]), seen(START[:2]), ("covered",)) == []


def test_a_doubt_next_to_unmoved_dice_is_not_a_roll() -> None:
    """An object put into the tray is doubtful, but nothing was rolled."""
    session = Session()
    session.rest(START)
    session.move(motion=0.2, border=40)
    assert rest_as(session, picture(START), seen(START), ("unknown face",)) == []
    assert session.states[-1] == "unsure"
