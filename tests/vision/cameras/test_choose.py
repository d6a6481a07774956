"""Every way to name a camera, and every way it can be missing or broken."""

import os
import re
import socket
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from time import monotonic
from typing import NoReturn

import cv2
import numpy as np
import pytest

from vision.cameras import open_camera, opencv, stills
from vision.cameras.choose import DEMO_SEED
from vision.cameras.demo import DemoCamera
from vision.errors import CameraAbsent, CameraError, CameraUnreadable
from vision.events import StateChange
from vision.eye import Eye
from vision.frame import Image
from vision.reader import Reader
from vision.video_devices import VideoDevice
from vision.virtual.scenery import dice_for_every_game


def film(path: Path, frames: int = 30) -> Path:
    """Write a small video of noise, so that every frame takes space in the file."""
    rng = np.random.default_rng(0)
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 25.0, (160, 120))
    for _ in range(frames):
        writer.write(rng.integers(0, 255, (120, 160, 3), dtype=np.uint8))
    writer.release()
    return path


def test_a_recording_plays_once_with_its_own_clock(tmp_path: Path) -> None:
    """All frames come, numbered, 1/25 s apart, and then it ends."""
    frames = list(open_camera(str(film(tmp_path / "a.avi"))).frames())
    assert [f.number for f in frames] == list(range(30))
    assert frames[-1].t == pytest.approx(29 / 25)
    assert frames[0].image.shape == (120, 160, 3)


def test_frames_that_cannot_be_read_are_skipped(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The others keep their numbers and times, and a warning counts them."""
    data = bytearray(film(tmp_path / "whole.avi").read_bytes())
    starts = [found.start() for found in re.finditer(b"\xff\xd8\xff", data)]
    assert len(starts) == 30
    for number in (0, 7, 8, 20):
        data[starts[number] : starts[number] + 1000] = bytes(1000)
    (tmp_path / "torn.avi").write_bytes(data)
    frames = list(open_camera(str(tmp_path / "torn.avi")).frames())
    assert [frame.number for frame in frames] == sorted({*range(30)} - {0, 7, 8, 20})
    assert [frame.t for frame in frames] == pytest.approx([frame.number / 25 for frame in frames])
    assert "torn.avi: 4 of its pictures cannot be read" in caplog.text


def test_an_all_black_film_is_not_a_picture(tmp_path: Path) -> None:
    """A decoder may return zeros for frames that it cannot read, such as interlaced ones."""
    path = tmp_path / "black.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 25.0, (160, 120))
    for level in [0] * 30:
        writer.write(np.full((120, 160, 3), level, np.uint8))
    writer.release()
    with pytest.raises(CameraUnreadable, match="interlaced"):
        open_camera(str(path))


def test_a_film_keeps_its_own_times(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Phones film at a variable rate; with the mean rate, every roll would be shifted."""
    times = [0.0, 40.0, 500.0, 540.0, 540.0, 900.0]
    shown: list[float] = []

    class Capture:
        def read(self) -> tuple[bool, Image]:
            shown.append(times[len(shown)] if len(shown) < len(times) else -1.0)
            return shown[-1] >= 0, np.full((4, 4, 3), 9, np.uint8)

        def get(self, name: int) -> float:
            known = {cv2.CAP_PROP_FPS: 5.0, cv2.CAP_PROP_FRAME_COUNT: 6.0}
            return known.get(name, shown[-1] if shown else 0.0)

        def isOpened(self) -> bool:  # noqa: N802 - cv2's name
            return True

    monkeypatch.setattr(opencv, "open_capture", lambda *_: Capture())
    film(tmp_path / "a.avi", 1)
    frames = list(open_camera(str(tmp_path / "a.avi")).frames())
    assert [frame.t for frame in frames] == [0.0, 0.04, 0.5, 0.54, 0.54, 0.9]


def test_a_film_with_an_undecodable_name(tmp_path: Path) -> None:
    """A name in an old encoding, or any non-ASCII name in the C locale, once crashed OpenCV."""
    path = film(tmp_path / "a.avi", 5).rename(tmp_path / os.fsdecode(b"\xe9.avi"))
    assert len(list(open_camera(str(path)).frames())) == 5


@pytest.mark.parametrize("share", [0.3, 0.55, 0.83])
def test_a_torn_recording_ends_with_a_warning(
    tmp_path: Path, share: float, caplog: pytest.LogCaptureFixture
) -> None:
    """A file truncated in mid-frame gives its complete frames and no error."""
    whole = film(tmp_path / "whole.avi", 150).read_bytes()
    torn = tmp_path / "torn.avi"
    torn.write_bytes(whole[: int(len(whole) * share)])
    frames = list(open_camera(str(torn)).frames())
    assert 1 <= len(frames) < 150
    assert ("cannot be read" in caplog.text) == (frames[-1].t < 150 / 25 - 1)


def test_paced_recordings_take_their_time(tmp_path: Path) -> None:
    """Ten frames of a 25-per-second video take at least 0.36 s."""
    camera = open_camera(str(film(tmp_path / "a.avi", 10)), paced=True)
    start = monotonic()
    assert len(list(camera.frames())) == 10
    assert monotonic() - start >= 0.35


def test_paced_pictures_take_their_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is due when its time has come."""
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((48, 64, 3), np.uint8))
    slept: list[float] = []
    monkeypatch.setattr(stills, "monotonic", lambda: 0.0)
    monkeypatch.setattr(stills, "sleep", slept.append)
    assert [frame.t for frame in open_camera(str(tmp_path), paced=True).frames()] == slept
    assert slept[1] == 1 / stills.FRAMES_PER_SECOND


def test_the_end_of_a_recording_is_not_a_lost_camera(tmp_path: Path) -> None:
    """The eye ends with it and reports nothing, or people would look for a broken cable."""
    eye = Eye(open_camera(str(film(tmp_path / "a.avi", 10))), Reader())
    assert "lost" not in [event.state for event in eye.events() if isinstance(event, StateChange)]


def test_a_closed_recording_ends(tmp_path: Path) -> None:
    """After `close()`, there are no more frames."""
    camera = open_camera(str(film(tmp_path / "a.avi")))
    frames = camera.frames()
    next(frames)
    camera.close()
    assert list(frames) == []


def test_pictures_are_shown_in_order_without_broken_ones(tmp_path: Path) -> None:
    """Each readable picture is shown for a second; a broken one is skipped."""
    for name, grey in (("b.png", 200), ("a.png", 50)):
        cv2.imwrite(str(tmp_path / name), np.full((40, 60, 3), grey, np.uint8))
    (tmp_path / "aa.jpg").write_bytes(b"no picture")
    frames = list(open_camera(str(tmp_path)).frames())
    assert len(frames) == 60
    assert frames[0].image[0, 0, 0] == 50
    assert frames[-1].image[0, 0, 0] == 200


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("text.mp4", b"this is no film"),
        ("empty.mp4", b""),
        ("cut.mp4", b"\x00\x00\x00\x18ftypmp42"),
    ],
)
def test_unreadable_films_are_refused_in_one_line(
    tmp_path: Path, name: str, content: bytes, capfd: pytest.CaptureFixture[str]
) -> None:
    """Text, an empty file and a truncated video are refused, with nothing on stderr."""
    (tmp_path / name).write_bytes(content)
    with pytest.raises(CameraUnreadable) as caught:
        open_camera(str(tmp_path / name))
    assert "\n" not in str(caught.value)
    assert name in str(caught.value)
    assert capfd.readouterr().err == ""


def test_missing_sources_are_absent(tmp_path: Path) -> None:
    """A missing file or device, or a folder without pictures, is absent; the error names it."""
    for spec in (str(tmp_path / "nothing.mp4"), "97", str(tmp_path)):
        with pytest.raises(CameraAbsent) as caught:
            open_camera(spec)
        assert spec.split("/")[-1] in str(caught.value)


def test_an_impossibly_long_name_gives_one_line() -> None:
    """A name of five thousand characters is refused like any other that cannot be read."""
    with pytest.raises(CameraUnreadable, match="cannot be read"):
        open_camera("a" * 5000)


def test_an_unknown_users_home_is_absent() -> None:
    """`~name` of an unknown user is like any other missing file."""
    with pytest.raises(CameraAbsent, match="~nosuchuser/x"):
        open_camera("~nosuchuser/x")


def test_any_librarys_error_gives_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """An unexpected error is reported as an unreadable camera."""
    monkeypatch.setattr("vision.cameras.choose.UsbCamera", out_of_order)
    with pytest.raises(CameraUnreadable, match="out of order"):
        open_camera("0")


def test_auto_skips_every_camera_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """After an unexpected error in one camera, the next is tried; the demo has the reason."""
    monkeypatch.setattr("vision.cameras.choose.PiCamera", out_of_order)
    monkeypatch.setattr("vision.cameras.choose.UsbCamera", out_of_order)
    monkeypatch.setattr("vision.cameras.choose.video_cameras", lambda: [VideoDevice(0, "")])
    camera = open_camera("auto")
    assert isinstance(camera, DemoCamera)
    assert camera.why == "out of order; out of order"
    camera.close()


def test_an_unused_demo_draws_no_tray(monkeypatch: pytest.MonkeyPatch) -> None:
    """While the eye waits for a lost camera, "auto" returns the demo again and again."""
    monkeypatch.setattr("vision.cameras.demo.VirtualTray", out_of_order)
    DemoCamera().close()


def out_of_order(*_: object) -> NoReturn:
    """Raise an error of a library's own."""
    raise RuntimeError("out of order")


def test_a_pipe_is_not_a_film(tmp_path: Path) -> None:
    """The eye would wait until somebody writes into it, perhaps forever."""
    os.mkfifo(tmp_path / "pipe.mp4")
    with pytest.raises(CameraUnreadable, match="is not a file: save the video"):
        open_camera(str(tmp_path / "pipe.mp4"))


def test_a_folder_of_broken_pictures_is_unreadable(tmp_path: Path) -> None:
    """It is not reported as empty."""
    (tmp_path / "a.png").write_bytes(b"no picture")
    with pytest.raises(CameraUnreadable):
        open_camera(str(tmp_path))


def test_an_address_nobody_answers_is_unreadable() -> None:
    """A free port refuses the connection: one clear line with the address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(CameraUnreadable, match=str(port)):
        open_camera(f"http://127.0.0.1:{port}/video")


def test_the_pi_camera_says_what_it_needs() -> None:
    """Without picamera2 the Pi camera is absent, and the missing package is named."""
    if "picamera2" in sys.modules:
        pytest.skip("this machine has picamera2")
    with pytest.raises(CameraError, match=r"picamera2|no Pi camera"):
        open_camera("pi")


def test_importing_cameras_imports_no_picamera2() -> None:
    """picamera2 is imported only when needed."""
    code = "import sys, vision.cameras; sys.exit('picamera2' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_auto_falls_back_to_the_demo(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without any camera, `auto` opens the demo, which shows a tray."""
    monkeypatch.setattr("vision.cameras.choose.video_cameras", lambda: ())
    camera = open_camera("auto")
    assert isinstance(camera, DemoCamera)
    assert next(camera.frames()).image.shape == (480, 640, 3)
    camera.close()


def test_the_demo_has_dice_for_every_game() -> None:
    """Two white and two black dice are among the five, as Den Letzten needs them."""
    rng = np.random.default_rng(1)
    colours = [look.colour for look in dice_for_every_game(rng)]
    assert sorted(colours) == ["black", "black", "red", "white", "white"]
    camera = DemoCamera(seed=1, paced=False, looks=dice_for_every_game)
    assert len(camera.tray.lying_faces) == len(colours)
    camera.close()


def test_a_seed_fixes_the_rolls_of_the_demo(monkeypatch: pytest.MonkeyPatch) -> None:
    """The number of frames in between does not matter; an invalid seed is an error."""
    monkeypatch.setenv(DEMO_SEED, "7")
    boxes = []
    for frames in (1, 3):
        demo = open_camera("demo")
        assert isinstance(demo, DemoCamera)
        for frame in range(frames):
            demo.tray.frame(frame / 30)
        demo.roll()
        boxes.append((demo.tray.lying_faces, demo.tray.boxes))
    assert boxes[0] == boxes[1]
    monkeypatch.setenv(DEMO_SEED, "seven")
    with pytest.raises(CameraUnreadable, match="seven"):
        open_camera("demo")


def test_the_demo_rolls_when_asked_and_ends_when_closed() -> None:
    """After `roll()` the pictures change; after `close()` there are no more."""
    camera = DemoCamera(seed=3, paced=False)
    frames = camera.frames()
    first = next(frames).image.astype(int)
    camera.roll()
    later = [next(frames) for _ in range(10)]
    assert np.abs(later[-1].image.astype(int) - first).max() > 60
    assert all(b.t > a.t for a, b in pairwise(later))
    camera.close()
    assert list(frames) == []
