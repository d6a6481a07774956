"""Each photograph of a phone is a roll; a phone on a stand is like any camera."""

from collections import deque
from collections.abc import Callable
from functools import partial
from itertools import islice
from queue import Empty, SimpleQueue
from typing import Any

import cv2
import numpy as np
import pytest

from vision.cameras import phone
from vision.cameras.phone import EMPTY_PICTURE, PhoneCamera
from vision.events import EyeEvent, Preview, Roll, StateChange
from vision.eye import Eye
from vision.frame import Frame, Image
from vision.photograph_watcher import PhotographWatcher
from vision.reader import Reader
from vision.reading import Reading
from vision.rolls import RollFinder
from vision.virtual.tray import VirtualTray


@pytest.fixture(scope="module")
def tray() -> VirtualTray:
    """Return a tray with five virtual dice."""
    return VirtualTray(np.random.default_rng(3))


def jpeg(image: Image) -> bytes:
    """Return a picture as a phone sends it."""
    good, data = cv2.imencode(".jpg", image)
    assert good
    return data.tobytes()


def states(events: list[EyeEvent]) -> list[str]:
    """Return the states that were reported."""
    return [event.state for event in events if isinstance(event, StateChange)]


def test_each_photograph_is_a_roll(tray: VirtualTray, reader: Reader) -> None:
    """All dice count as moved: nobody knows where they lay in the picture before."""
    watcher = PhotographWatcher(reader, RollFinder())
    image = tray.frame(0.0)
    turned = np.ascontiguousarray(np.rot90(image))
    events = list(watcher.process(Frame(image, 0.0, 1)))
    (roll,) = (event for event in events if isinstance(event, Roll))
    assert any(isinstance(event, Preview) for event in events)
    assert states(events) == ["reading", "sure" if roll.reading.sure else "unsure"]
    assert sorted(die.face for die in roll.reading.dice) == sorted(map(str, tray.lying_faces))
    assert (roll.number, roll.rolled, roll.moved) == (1, True, (True,) * 5)
    assert roll.size == (image.shape[1], image.shape[0])
    # The same dice once more, from another side: perhaps nobody has rolled.
    (again,) = (e for e in watcher.process(Frame(turned, 1.0, 2)) if isinstance(e, Roll))
    assert (again.number, again.rolled) == (2, None)
    assert list(watcher.process(Frame(turned, 2.0, 2))) == []  # a sign of life


@pytest.mark.parametrize(
    ("image", "state"),
    [
        (np.full((300, 400, 3), 90, np.uint8), "empty"),
        (np.full((300, 400, 3), 3, np.uint8), "dark"),
        (EMPTY_PICTURE, "empty"),
    ],
)
def test_a_photograph_without_dice_is_not_a_roll(image: Image, state: str, reader: Reader) -> None:
    """People see why and take another one."""
    watcher = PhotographWatcher(reader, RollFinder())
    events = list(watcher.process(Frame(image, 0.0, 1)))
    assert not any(isinstance(event, Roll) for event in events)
    assert states(events)[-1] == state


def test_a_failing_reader_loses_one_photograph(tray: VirtualTray) -> None:
    """The next one is read."""

    class Broken(Reader):
        def read(self, image: Image, **known: Any) -> Reading:
            raise RuntimeError

    watcher = PhotographWatcher(Broken(), RollFinder())
    frame = Frame(tray.frame(0.0), 0.0, 1)
    assert states(list(watcher.process(frame))) == ["reading", "empty"]


def test_a_phone_shows_what_was_taken_in_order(tray: VirtualTray, reader: Reader) -> None:
    """There is no picture before the first photograph, and none for a truncated one."""
    camera = PhoneCamera()
    frames = camera.frames()
    assert next(frames).image is EMPTY_PICTURE
    camera.put_picture(jpeg(tray.frame(0.0)))
    camera.put_picture(b"\xff\xd8\xff torn")
    first, second = next(frames), next(frames)
    assert (first.number, first.size) == (1, tray.frame(0.0).shape[1::-1])
    assert (second.number, second.image is EMPTY_PICTURE) == (2, True)
    camera.close()
    assert list(frames) == []


def test_of_many_photographs_the_newest_are_shown() -> None:
    """A phone that sends more than an eye reads fills no memory, and the eye keeps up."""
    camera = PhoneCamera()
    for level in range(200):
        camera.put_picture(jpeg(np.full((8, 8, 3), level, np.uint8)))
    frames = list(islice(camera.frames(), 1 + phone.MAX_WAITING_PICTURES))
    assert abs(int(frames[1].image.mean()) - (200 - phone.MAX_WAITING_PICTURES)) <= 1
    assert abs(int(frames[-1].image.mean()) - 199) <= 1


def test_an_eye_reads_photographs(tray: VirtualTray, reader: Reader) -> None:
    """It waits for them, and gives the newest as a still."""
    camera = PhoneCamera()
    eye = Eye(camera, reader)
    camera.put_picture(jpeg(tray.frame(0.0)))
    said: list[EyeEvent] = []
    for event in eye.events():
        said.append(event)
        if isinstance(event, Roll):
            assert eye.still_jpeg().startswith(b"\xff\xd8\xff")
            eye.close()
    assert sum(isinstance(event, Roll) for event in said) == 1


class Sent(SimpleQueue[tuple[float, bytes]]):
    """What a phone sends after so many seconds: time only passes while the eye waits for it."""

    def __init__(self) -> None:
        self.t = 0.0
        self.sends: deque[tuple[float, Callable[[], None]]] = deque()  # at a time

    def get(self, block: bool = True, timeout: float | None = None) -> tuple[float, bytes]:
        """Let time pass until something is sent; raises `Empty` after `timeout` seconds."""
        until = self.t + (timeout or 0.0)
        while self.empty():
            if not self.sends or self.sends[0][0] > until:
                self.t = until
                raise Empty
            self.t, send = self.sends.popleft()
            send()
        return super().get()


def test_a_phone_on_a_stand_is_watched_like_any_camera(
    tray: VirtualTray, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If it falls silent, it is reported lost, and whether dice were rolled meanwhile is unknown.

    Once it is put away, photographs are read again, and their numbers continue.
    """
    sent = Sent()
    monkeypatch.setattr(phone, "SimpleQueue", lambda: sent)
    monkeypatch.setattr(phone, "monotonic", lambda: sent.t)
    camera = PhoneCamera()
    other = VirtualTray(np.random.default_rng(4))

    def send(t: float, picture: bytes, *, on_stand: bool = True) -> None:
        sent.sends.append((t, partial(camera.put_picture, picture, on_stand=on_stand)))

    before_and_after_sleep = ((1.0, tray), (6.0, other))
    for begun, shown in before_and_after_sleep:
        for number in range(8):
            send(begun + number / 10, jpeg(shown.frame(0.0)))
        send(begun + 0.8, b"")  # nothing has changed
    send(7.0 + phone.PUT_AWAY_SECONDS + phone.LOST_SECONDS, jpeg(tray.frame(0.0)), on_stand=False)

    eye = Eye(camera, reader, reopen=PhoneCamera)
    said: list[EyeEvent] = []
    for event in eye.events():
        said.append(event)
        if isinstance(event, Roll) and event.number == 3:
            eye.close()
    rolls = [event for event in said if isinstance(event, Roll)]
    faces = [sorted(die.face for die in roll.reading.dice) for roll in rolls]
    first, second = (sorted(map(str, one.lying_faces)) for one in (tray, other))
    assert faces == [first, second, first]
    assert [roll.rolled for roll in rolls] == [None, None, True]
    assert states(said)[0] == "empty"
    assert states(said).count("lost") >= 3  # put on the stand, silent, and put away
