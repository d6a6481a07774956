"""The demo camera: its pace, and what is printed on its dice."""

from itertools import islice

import pytest

from vision.cameras import demo


def test_a_frame_may_become_due_between_two_readings_of_the_clock(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On a busy machine, reading the clock took so long that the eye once lost its camera."""
    looks = iter(range(1000))
    slept: list[float] = []
    monkeypatch.setattr(demo, "monotonic", lambda: next(looks) * 0.01)
    monkeypatch.setattr(demo, "sleep", slept.append)
    assert len(list(islice(demo.DemoCamera(1).frames(), 5))) == 5
    assert min(slept) >= 0


def emblems(camera: demo.DemoCamera) -> list[set[int]]:
    """Return the sides of each die that bear no pips."""
    return [set(die.look.emblems) for die in camera.tray._dice]


def test_a_lessons_face_is_gone_with_the_next_roll() -> None:
    """A taught dog is not rolled in a game of ordinary dice, even if that has more dice."""
    camera = demo.DemoCamera(1)
    camera.roll(face="dog")
    assert emblems(camera) == [{6}] * 5
    assert set(camera.tray.lying_faces) == {6}
    camera.roll(count=7)
    assert emblems(camera) == [set()] * 7


def test_the_faces_of_the_game_stay_on_the_dice() -> None:
    """A lesson adds its face to those of the set in use; each is drawn as it was taught."""
    camera = demo.DemoCamera(1)
    camera.roll(face="dog")
    drawn = camera.tray._dice[0].look.emblems[6]
    camera.set_printed_faces(["1", "dog"])
    camera.roll(face="cat")
    assert emblems(camera) == [{5, 6}] * 5
    camera.roll()
    assert emblems(camera) == [{6}] * 5
    assert (camera.tray._dice[0].look.emblems[6] == drawn).all()
