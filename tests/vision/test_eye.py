"""Whole scenes played to the eye: what it reports, and what it must not report."""

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.stage import KnowingReader, Played, Stage, arm, faces, leaving, play
from vision.cameras.demo import DemoCamera
from vision.errors import CameraAbsent, CameraLost
from vision.events import Preview, Roll, StateChange
from vision.eye import RESET_DELAYS_AFTER_SECONDS, Eye
from vision.frame import Frame
from vision.protocol import MAX_JPEG_BYTES
from vision.reading import Reading
from vision.stillness import FrameSummary, StillnessDetector


@pytest.fixture
def stage() -> Stage:
    """Open a stage with five dice at rest for a second."""
    stage = Stage()
    stage.show(30)
    return stage


def test_a_roll_becomes_one_roll_with_the_true_faces(stage: Stage) -> None:
    """Dice move, are still, are sure, and make one roll with `rolled` True and small evidence."""
    stage.roll()
    reported = play(stage)
    assert [roll.rolled for roll in reported.rolls] == [None, True]
    last = reported.rolls[-1]
    assert faces(last) == sorted(stage.tray.lying_faces)
    assert last.reading.sure
    assert last.moved == (True,) * 5
    assert last.size == (640, 480)
    assert 1_000 < len(last.evidence) <= MAX_JPEG_BYTES
    assert reported.states[-4:] == ["moving", "still", "reading", "sure"]


def test_a_still_has_the_cameras_full_size(stage: Stage) -> None:
    """It is used for teaching and judging focus; at first there is none."""
    eye = Eye(stage, KnowingReader(stage))
    assert eye.still_jpeg() == b""
    for _ in eye.events():
        still = eye.still_jpeg()
    picture = cv2.imdecode(np.frombuffer(still, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    assert picture.shape == (480, 640, 3)
    assert len(still) > 1_000


def test_the_frame_rate_is_that_of_the_camera(stage: Stage) -> None:
    """It neither grows nor falls while the camera runs evenly."""
    eye = Eye(stage, KnowingReader(stage))
    for _ in eye.events():
        seen = eye.fps
    assert seen == pytest.approx(30)


def test_each_rest_is_read_plain_and_mirrored(stage: Stage) -> None:
    """The second rest is read faster, with the die size of which the first was sure."""
    stage.roll()
    reader = KnowingReader(stage)
    play(stage, reader)
    assert [how["mirrored"] for how in reader.asked] == [True, False] * 2
    first, second = reader.asked[0]["die_size"], reader.asked[2]["die_size"]
    assert first is None
    assert second == pytest.approx(44, abs=8)


def test_a_roll_comes_soon_after_the_rest(stage: Stage) -> None:
    """From the first resting frame to the reading, it takes at most 300 ms, over four rolls."""
    for _ in range(4):
        stage.roll()
    waits = [roll.after_rest_ms for roll in play(stage).rolls]
    assert len(waits) == 5
    assert np.median(waits) <= 300
    assert min(waits) > 90  # never before the scene was quiet for some frames


def test_a_rest_of_five_frames_is_enough(stage: Stage) -> None:
    """Dice that lie still for five frames before they move again are read."""
    stage.roll(rest=5)
    stage.roll()
    assert len(play(stage).rolls) == 3


def test_kept_dice_are_distinguished_from_rolled_ones(stage: Stage) -> None:
    """Two kept dice are unmoved in the roll, the other three moved."""
    kept = stage.tray.boxes[:2]
    stage.roll(keep=kept)
    roll = play(stage).rolls[-1]
    assert roll.rolled is True
    reported = zip(roll.reading.dice, roll.moved, strict=True)
    unmoved = {die.box for die, moved in reported if not moved}
    assert unmoved == set(kept)


def test_a_pushed_die_is_not_a_roll(stage: Stage) -> None:
    """A finger slides one die by less than its own length: `rolled` is False."""
    stage.push(1, 22.0, 10.0, cover=arm(160))
    stage.show(5, leaving(160))
    stage.show(15)
    roll = play(stage).rolls[-1]
    assert roll.rolled is False
    assert sum(roll.moved) == 1


def test_a_die_pushed_far_by_a_hand_is_asked_about(stage: Stage) -> None:
    """A die that a hand moved far away and that shows the same face may have been rolled."""
    face = stage.tray.lying_faces[0]
    stage.show(10, arm(400))
    while True:
        stage.tray.roll(keep=stage.tray.boxes[1:])
        if stage.tray.lying_faces[0] == face:
            break
    stage.show(40, arm(400))
    stage.show(10, leaving(400))
    stage.show(20)
    assert play(stage).rolls[-1].rolled is None


def test_the_same_values_rolled_again_are_a_roll(stage: Stage) -> None:
    """The same faces at other places make a roll with `rolled` True."""
    face = stage.tray.lying_faces[4]
    others = stage.tray.boxes[:4]
    stage.tray.roll(keep=others)
    while stage.tray.lying_faces[4] != face:
        stage.tray.roll(keep=others)
    stage.roll(keep=stage.tray.boxes)  # plays the flight out
    stage.show(40)
    reported = play(stage)
    assert reported.rolls[-1].rolled is not False


def test_nothing_is_read_while_a_hand_hovers_still(stage: Stage) -> None:
    """A motionless arm is a hand, and no reader is called."""
    stage.show(12, arm(330))
    stage.show(40, lambda image, _: arm(330)(image, 99))
    stage.show(8, leaving(330))
    stage.show(20)
    reported = play(stage)
    assert "hand" in reported.states
    assert reported.states[-1] == "sure"
    assert reported.reads == 4  # in the rests before and after
    assert len(reported.rolls) == 1  # nothing had changed under the hand


def test_arms_resting_over_half_the_picture_are_not_a_moved_camera(stage: Stage) -> None:
    """After two seconds over the tray, the dice lie as before, and nothing is asked."""
    stage.show(10, arm(420, 300, 80))
    stage.show(60, lambda image, _: arm(420, 300, 80)(image, 99))
    stage.show(8, leaving(420, 300, 80))
    stage.show(25)
    reported = play(stage)
    assert len(reported.rolls) == 1
    assert "moved camera" not in reported.states


def test_a_players_soft_shadow_does_not_delay_a_roll(stage: Stage) -> None:
    """A person leans over and dims a third of the view: the roll is read as quickly as ever."""
    x = np.arange(640)
    shade = 1 - 0.35 / (1 + np.exp((x - 200) / 40))

    def leaned(image: np.ndarray, _: int) -> np.ndarray:
        return (image * shade[None, :, None]).astype(np.uint8)

    stage.tray.roll()
    stage.show(60, leaned)
    reported = play(stage)
    assert reported.rolls[-1].rolled is True
    assert reported.rolls[-1].after_rest_ms < 200
    assert "hand" not in reported.states[-3:]


def test_an_object_that_stays_becomes_part_of_the_table(stage: Stage) -> None:
    """A book in the view blocks reading for some seconds, not for good."""
    stage.show(10, arm(200))
    stage.show(110, lambda image, _: arm(200)(image, 99))
    reported = play(stage)
    assert "hand" in reported.states
    assert reported.states[-1] == "sure"


def test_removed_dice_are_not_a_roll(stage: Stage) -> None:
    """Taking dice out of the tray changes the picture, but is not a roll."""

    class Blind(KnowingReader):
        def read(self, image: np.ndarray, **_: object) -> Reading:
            whole = super().read(image)
            return whole if self.reads <= 2 else Reading((), (), 1.0)

    def empty(image: np.ndarray) -> np.ndarray:
        out = image.copy()
        for x1, y1, x2, y2 in stage.tray.boxes:
            x, y = int((x1 + x2) / 2), int((y1 + y2) / 2)
            cloth = image[240:241, 300:301].astype(int)
            cv2.circle(out, (x, y), 55, tuple(map(int, cloth[0, 0])), -1)
        return out

    stage.show(10, arm(500, 300, 80))
    stage.show(8, lambda image, k: empty(leaving(500, 300, 80)(image, k)))
    stage.show(20, lambda image, _: empty(image))

    reported = play(stage, Blind(stage))
    assert reported.states[-1] == "empty"
    assert len(reported.rolls) == 1


def test_a_die_the_reader_misses_is_remembered(stage: Stage) -> None:
    """A kept die with unchanged pixels is still there, even if one rest missed it."""

    class Missing(KnowingReader):
        def read(self, image: np.ndarray, **_: object) -> Reading:
            whole = super().read(image)
            return Reading(whole.dice[1:], (), 1.0) if self.reads > 2 else whole

    stage.roll(keep=stage.tray.boxes[:1])
    roll = play(stage, Missing(stage)).rolls[-1]
    assert faces(roll) == sorted(stage.tray.lying_faces)
    assert sum(roll.moved) == 4


def test_another_face_on_untouched_pixels_is_doubted(stage: Stage) -> None:
    """A kept die that reads differently, though its pixels are unchanged, makes the roll unsure."""

    class Wavering(KnowingReader):
        def read(self, image: np.ndarray, **_: object) -> Reading:
            whole = super().read(image)
            if self.reads <= 2:
                return whole
            wrong = str(7 - int(whole.dice[0].face))
            die = whole.dice[0]
            changed = type(die)(wrong, 0.97, die.box, die.body, ((wrong, 0.97),))
            return Reading((changed, *whole.dice[1:]), (), 1.0)

    stage.roll(keep=stage.tray.boxes[:1])
    roll = play(stage, Wavering(stage)).rolls[-1]
    assert not roll.reading.sure
    assert roll.moved[0] is False


def test_stills_that_disagree_are_asked_about(stage: Stage) -> None:
    """A reader that is sure of other faces in each still never gives a sure roll."""

    class Torn(KnowingReader):
        def read(self, image: np.ndarray, **_: object) -> Reading:
            whole = super().read(image)
            face = "1" if self.reads % 2 else "6"
            dice = tuple(type(d)(face, 0.99, d.box, d.body, ((face, 0.99),)) for d in whole.dice)
            return Reading(dice, (), 1.0)

    reported = play(stage, Torn(stage))
    assert [roll.reading.sure for roll in reported.rolls] == [False]
    assert reported.states[-1] == "unsure"


@pytest.mark.parametrize(
    ("name", "grey"), [("covered", (40, 45, 90)), ("covered", (120, 120, 120)), ("dark", (6, 5, 5))]
)
def test_a_covered_lens_and_a_dark_room_are_named(
    stage: Stage, name: str, grey: tuple[int, int, int]
) -> None:
    """A covered lens and a lamp switched off are reported and not read; then all is well."""
    noise = np.random.default_rng(0).normal(0, 2, (480, 640, 3))
    plain = np.clip(np.array(grey) + noise, 0, 255).astype(np.uint8)

    def blind(_: np.ndarray, k: int) -> np.ndarray:
        return np.roll(plain, 37 * k, axis=(0, 1))

    stage.show(25, blind)
    stage.show(20)
    reported = play(stage)
    assert name in reported.states
    assert reported.states[-1] == "sure"
    assert reported.reads == 4  # in the rests before and after
    assert len(reported.rolls) == 1


def test_a_slow_change_of_light_is_no_event(stage: Stage) -> None:
    """A cloud over twenty seconds dims everything by a quarter: no roll, no hand."""
    for k in range(200):
        stage.show(1, lambda image, _, k=k: (image * (1 - k / 800)).astype(np.uint8))  # type: ignore[misc]
    reported = play(stage)
    assert len(reported.rolls) == 1
    assert "hand" not in reported.states
    assert reported.states[-1] == "sure"


@pytest.mark.parametrize("way", [(14, -9), (60, 40)])
def test_a_moved_camera_is_reported_and_is_not_a_roll(stage: Stage, way: tuple[int, int]) -> None:
    """A knock shifts the view: the eye reports "moved camera" and the same dice, but no roll."""
    slide = np.array(((1, 0, way[0]), (0, 1, way[1])), np.float32)

    def shifted(image: np.ndarray, _: int) -> np.ndarray:
        return cv2.warpAffine(image, slide, (640, 480), borderMode=cv2.BORDER_REFLECT)

    class Following(KnowingReader):
        def read(self, image: np.ndarray, **_: object) -> Reading:
            whole = super().read(image)
            if self.reads <= 2:
                return whole
            dice = tuple(
                type(d)(
                    d.face,
                    d.confidence,
                    (d.box[0] + way[0], d.box[1] + way[1], d.box[2] + way[0], d.box[3] + way[1]),
                    d.body,
                    d.alternatives,
                )
                for d in whole.dice
            )
            return Reading(dice, (), 1.0)

    stage.show(30, shifted)
    reported = play(stage, Following(stage))
    assert "moved camera" in reported.states
    assert reported.states[-1] == "sure"
    assert len(reported.rolls) == 1


def test_previews_come_at_a_bounded_rate(stage: Stage) -> None:
    """At rest there are at most two previews a second, each a small JPEG."""
    stage.show(120)
    reported = play(stage)
    late = [p for p in reported.previews if p.t > 0.5]
    assert 6 <= len(late) <= 10
    assert all(
        p.jpeg[:2] == b"\xff\xd8" and len(p.jpeg) <= MAX_JPEG_BYTES for p in reported.previews
    )


def test_bad_frames_and_a_failing_reader_are_survived(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    """Bad frames are skipped; a reader that raises is called again at the next frame."""

    class Failing(KnowingReader):
        def read(self, image: np.ndarray, **_: object) -> Reading:
            whole = super().read(image)
            if self.reads == 1:
                raise RuntimeError("out of memory")
            return whole

    broken = Frame(np.zeros((0, 0, 3), np.uint8), stage.t, len(stage.film))
    stage.film.insert(2, broken)
    stage.film.insert(9, Frame(np.zeros((480, 640), np.uint8), 0.3, 9))
    reported = play(stage, Failing(stage))
    assert len(reported.rolls) == 1
    assert "could not be read" in caplog.text


def test_another_picture_size_starts_over(stage: Stage) -> None:
    """A camera may change its resolution in mid-stream."""
    for frame in list(stage.film):
        image = cv2.resize(frame.image, (320, 240))
        stage.truth[id(image)] = stage.truth[id(frame.image)]
        stage.film.append(Frame(image, stage.t, len(stage.film)))
    reported = play(stage)
    assert reported.states[-1] == "sure"


class Fading:
    """A live camera that plays a recording and then is unplugged."""

    live = True
    name = "fading"

    def __init__(self, film: list[Frame]) -> None:
        self.film = film
        self.closed = False

    def frames(self) -> Iterator[Frame]:
        """Play the recording, then fail."""
        yield from self.film
        raise CameraLost("unplugged")

    def close(self) -> None:
        """Note that it was closed."""
        self.closed = True


def live(film: list[Frame], stage: Stage) -> list[StateChange | Roll | Preview]:
    """Return the events of a recording that a live camera shows before it is unplugged."""
    return list(Eye(Fading(film), KnowingReader(stage)).events())


@pytest.mark.parametrize("seen", [12, 25])
def test_changes_while_no_frame_came_are_asked_about(stage: Stage, seen: int) -> None:
    """After fifteen seconds without frames, other dice lie there or roll: nobody knows how."""
    first = list(stage.film)
    stage.roll()
    late = [Frame(f.image, f.t + 15, f.number) for f in stage.film[-seen:]]
    rolls = [event for event in live([*first, *late], stage) if isinstance(event, Roll)]
    assert [roll.rolled for roll in rolls] == [None, None]


def test_a_roll_after_a_broken_frame_and_a_gap_is_asked_about(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first picture after fifteen seconds breaks the eye: the gap is not forgotten."""
    observe, first = StillnessDetector.process_frame, list(stage.film)
    stage.roll()
    late = [Frame(f.image, f.t + 15, f.number) for f in stage.film[-25:]]

    def fragile(self: StillnessDetector, frame: Frame) -> FrameSummary:
        if frame is late[0]:
            raise ValueError("odd picture")
        return observe(self, frame)

    monkeypatch.setattr(StillnessDetector, "process_frame", fragile)
    rolls = [event for event in live([*first, *late], stage) if isinstance(event, Roll)]
    assert [roll.rolled for roll in rolls] == [None, None]


@pytest.mark.parametrize("step", [31, 45])
def test_a_camera_of_less_than_one_frame_a_second_is_read(stage: Stage, step: int) -> None:
    """Dice may be rolled in every gap, so the dice are reported and asked about."""
    stage.show(5 * step)
    stage.roll(rest=5 * step)
    reported = Played(live(stage.film[::step], stage), 0)
    assert [roll.rolled for roll in reported.rolls] == [None, None]
    assert faces(reported.rolls[-1]) == sorted(stage.tray.lying_faces)
    assert reported.states[-2:] == ["sure", "lost"]  # lost when it is unplugged at the end


def test_a_reader_that_takes_longer_than_a_second_still_reports_rolls(stage: Stage) -> None:
    """Frames are missed while it reads, but the scene still counts as at rest."""

    class Skipping(Fading):
        missed = 0

        def frames(self) -> Iterator[Frame]:
            at = 0
            while at < len(self.film):
                yield self.film[at]
                at, self.missed = at + 1 + self.missed, 0

    class Slow(KnowingReader):
        def read(self, image: np.ndarray, **_: object) -> Reading:
            camera.missed = 36
            return super().read(image)

    stage.show(100)
    stage.roll(rest=130)
    camera = Skipping(stage.film)
    reported = Played(list(Eye(camera, Slow(stage)).events()), 0)
    assert [roll.rolled for roll in reported.rolls] == [None, True]
    assert faces(reported.rolls[-1]) == sorted(stage.tray.lying_faces)


def stuck(stage: Stage, seconds: int = 25) -> list[Frame]:
    """Return the recording of a live camera that keeps showing its last picture, bit for bit."""
    last = stage.film[-1]
    return [
        *stage.film,
        *(Frame(last.image, last.t + k / 5, last.number + k) for k in range(1, 5 * seconds)),
    ]


def test_a_camera_that_is_stuck_is_reopened(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """After FROZEN_SECONDS of identical pictures: lost, closed, and opened again."""
    monkeypatch.setattr("vision.eye.REOPEN_DELAYS_SECONDS", (0.0,))

    class Stuck(Fading):
        ended = False

        def frames(self) -> Iterator[Frame]:
            yield from self.film
            self.ended = True

    first, second = Stuck(stuck(stage)), Fading(stage.film)
    eye = Eye(first, KnowingReader(stage), reopen=lambda: second)
    events: list[StateChange | Roll | Preview] = []
    for event in eye.events():
        events.append(event)
        if eye.camera is second and isinstance(event, StateChange) and event.state == "lost":
            eye.close()
    reported = Played(events, 0)
    assert first.closed
    assert not first.ended
    assert reported.states.count("lost") == 2  # stuck, and the end of the second film
    assert reported.states[-2:] == ["sure", "lost"]
    assert len(reported.rolls) == 1


def test_without_a_way_to_reopen_a_stuck_camera_is_lost_until_it_moves_on(stage: Stage) -> None:
    """The eye waits for its pictures, since the stream may only have paused."""
    film = stuck(stage)
    film += [Frame(f.image, f.t + film[-1].t, f.number) for f in stage.film[:-1]]
    states = Played(live(film, stage), 0).states
    assert states.count("lost") == 2  # stuck, and unplugged at the end
    assert states[-2:] == ["sure", "lost"]


def test_a_black_picture_is_a_dark_room_not_a_frozen_camera(stage: Stage) -> None:
    """Sensors that clip to black send identical pictures for minutes when the lamp is off."""
    black = np.zeros_like(stage.film[0].image)
    film = [*stage.film, *(Frame(black, stage.t + k / 30, 30 + k) for k in range(0, 700, 7))]
    states = [event.state for event in live(film, stage) if isinstance(event, StateChange)]
    assert states[-2:] == ["dark", "lost"]  # lost when it is unplugged at the end
    assert states.count("lost") == 1


def test_a_frame_that_breaks_the_eye_is_skipped(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever goes wrong with one picture, the next is processed; it is logged once."""
    observe, broken = StillnessDetector.process_frame, {3, 4}

    def fragile(self: StillnessDetector, frame: Frame) -> FrameSummary:
        if frame.number in broken:
            raise ValueError("odd picture")
        return observe(self, frame)

    monkeypatch.setattr(StillnessDetector, "process_frame", fragile)
    assert len(play(stage).rolls) == 1
    assert caplog.text.count("could not be read") == 1


@pytest.mark.parametrize("broken", [480, 640])
def test_a_picture_that_cannot_be_compressed_loses_no_roll(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, broken: int
) -> None:
    """The roll is reported without its evidence, or without a preview."""

    def fragile(image: np.ndarray, longest: int = 640) -> bytes:
        if longest == broken:
            raise MemoryError
        return b"a picture"

    monkeypatch.setattr("vision.frame_watcher.encode_jpeg", fragile)
    stage.roll()
    reported = play(stage)
    assert [roll.rolled for roll in reported.rolls] == [None, True]
    assert {roll.evidence for roll in reported.rolls} == {b"" if broken == 640 else b"a picture"}
    assert bool(reported.previews) == (broken == 640)
    assert "could not be encoded" in caplog.text


def test_an_eye_closed_while_it_reopens_gives_the_new_camera_back(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Closed by another thread while reopening: no device stays in use."""
    monkeypatch.setattr("vision.eye.REOPEN_DELAYS_SECONDS", (0.0,))
    found = Fading(stage.film)

    def reopen() -> Fading:
        eye.close()
        return found

    eye = Eye(Fading(stage.film), KnowingReader(stage), reopen=reopen)
    assert list(eye.events())
    assert found.closed


def test_a_lost_camera_is_reported_and_reopened(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is unplugged and reopened after some tries; the same dice are not a new roll."""
    monkeypatch.setattr("vision.eye.REOPEN_DELAYS_SECONDS", (0.0, 0.01))
    first, second = Fading(stage.film), Fading(stage.film)
    answers: list[Fading | Exception] = [CameraAbsent("still out"), CameraAbsent("out"), second]

    def reopen() -> Fading:
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    eye = Eye(first, KnowingReader(stage), reopen=reopen)
    reported: list[StateChange | Roll | Preview] = []
    troubles: dict[str, str] = {}
    for event in eye.events():
        reported.append(event)
        if isinstance(event, StateChange):
            troubles[event.state] = eye.trouble
            if event.state == "lost" and not answers:
                eye.close()
    assert (troubles["sure"], troubles["lost"]) == ("", "unplugged")
    states = [e.state for e in reported if isinstance(e, StateChange)]
    assert states.count("lost") == 2
    assert states[-2:] == ["sure", "lost"]
    assert first.closed
    assert second.closed
    assert len([e for e in reported if isinstance(e, Roll)]) == 1


def test_a_camera_with_any_error_is_lost_and_reopened(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Libraries raise anything, while reading, closing and reopening."""
    monkeypatch.setattr("vision.eye.REOPEN_DELAYS_SECONDS", (0.0,))

    class Odd(Fading):
        def frames(self) -> Iterator[Frame]:
            yield from self.film
            raise OSError(19, "No such device")

        def close(self) -> None:
            raise RuntimeError("it does not stop")

    second = Fading(stage.film)
    answers: list[Fading | Exception] = [RuntimeError("no manager"), second]

    def reopen() -> Fading:
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    eye = Eye(Odd(stage.film), KnowingReader(stage), reopen=reopen)
    states = []
    for event in eye.events():
        states += [event.state] if isinstance(event, StateChange) else []
        if eye.camera is second and states[-1] == "lost":
            eye.close()
    assert states.count("lost") == 2
    assert states[-2:] == ["sure", "lost"]
    assert "No such device" in caplog.text
    assert "it does not stop" in caplog.text


def test_a_camera_that_cannot_be_closed_ends_no_thread() -> None:
    """Closing the eye must not raise."""

    class Odd(Fading):
        def close(self) -> None:
            raise RuntimeError("it does not stop")

    stage = Stage()
    eye = Eye(Odd([]), KnowingReader(stage))
    assert [event.state for event in eye.events() if isinstance(event, StateChange)] == ["lost"]
    eye.close()


def test_a_recording_that_breaks_says_so(stage: Stage) -> None:
    """It cannot be plugged in again, so the error is raised."""

    class Torn(Fading):
        live = False

        def frames(self) -> Iterator[Frame]:
            yield from self.film
            raise OSError(5, "Input/output error")

    with pytest.raises(OSError, match="Input/output"):
        list(Eye(Torn(stage.film), KnowingReader(stage)).events())


def test_without_a_way_to_reopen_a_lost_camera_ends_the_events(stage: Stage) -> None:
    """The last event of such an eye is "lost"."""
    reported = list(Eye(Fading(stage.film), KnowingReader(stage)).events())
    assert isinstance(reported[-1], StateChange)
    assert reported[-1].state == "lost"


class Plugged(Fading):
    """A camera that can reopen itself as often as `answers` lasts."""

    name = "camera 2"

    def __init__(self, film: list[Frame], answers: list[Fading | Exception]) -> None:
        super().__init__(film)
        self.answers = answers

    def reopen(self) -> Fading:
        """Return the next answer."""
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


def test_the_camera_that_was_lost_is_opened_again_before_any_other(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is away only briefly; another camera that answers meanwhile shows the room."""
    monkeypatch.setattr("vision.eye.REOPEN_DELAYS_SECONDS", (0.0,) * 3)
    back = Fading(stage.film)
    first = Plugged(stage.film, [CameraAbsent("out"), RuntimeError("busy"), back])
    eye = Eye(first, KnowingReader(stage), reopen=lambda: pytest.fail("another camera"))
    for _ in eye.events():
        if eye.camera is back:
            eye.close()
    assert back.closed


def test_another_camera_is_used_if_the_lost_one_stays_away(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Plugged in elsewhere it has another number, so after some tries any camera is accepted."""
    monkeypatch.setattr("vision.eye.REOPEN_DELAYS_SECONDS", (0.0,) * 3)
    other = Fading(stage.film)
    first = Plugged(stage.film, [CameraAbsent("out")] * 4)
    eye = Eye(first, KnowingReader(stage), reopen=lambda: other)
    for _ in eye.events():
        if eye.camera is other:
            eye.close()
    assert first.answers == []


@pytest.mark.parametrize(("lasts", "waits"), [(False, [0, 1, 2, 2]), (True, [0, 0, 0, 0])])
def test_a_camera_that_fails_at_once_is_reopened_ever_later(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, lasts: bool, waits: list[int]
) -> None:
    """Delays grow if it fails after a second each time; one that lasted is reopened at once."""
    monkeypatch.setattr("vision.eye.REOPEN_DELAYS_SECONDS", (0, 1, 2))
    late = [replace(stage.film[-1], t=RESET_DELAYS_AFTER_SECONDS)] if lasts else []
    eye = Eye(Fading(stage.film), KnowingReader(stage), reopen=lambda: Fading([*stage.film, *late]))
    waited: list[float] = []

    def wait(seconds: float) -> bool:
        waited.append(seconds)
        return len(waited) == len(waits)

    monkeypatch.setattr(eye._closed, "wait", wait)
    assert list(eye.events())
    assert waited == waits


def test_virtual_dice_never_replace_a_lost_camera(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If "auto" finds only the demo after a loss, the eye keeps waiting for a real camera."""
    monkeypatch.setattr("vision.eye.REOPEN_DELAYS_SECONDS", (0.0,))
    answers = [DemoCamera(1), DemoCamera(2), Fading(stage.film)]
    eye = Eye(Fading(stage.film), KnowingReader(stage), reopen=lambda: answers.pop(0))
    names = set()
    for _ in eye.events():
        names.add(eye.camera.name)
        if not answers:
            eye.close()
    assert names == {"fading"}
