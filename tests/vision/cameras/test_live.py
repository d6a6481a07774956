"""Live cameras with fake devices: locked exposure, loss, release."""

import sys
from threading import Event
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from vision.cameras import open_camera
from vision.cameras.exposure import CHANGED_LIGHT_FRAMES, WARM_UP_FRAMES, ExposureControl
from vision.cameras.opencv import UsbCamera, live_frames
from vision.cameras.pi import SHARP_FRAMES, PiCamera, full_view_size
from vision.errors import CameraAbsent, CameraError, CameraLost, CameraStuck, CameraUnreadable
from vision.eye import Eye
from vision.frame import Image
from vision.reading import Reading

PICTURE = np.full((480, 640, 3), 80, np.uint8)


class Capture:
    """A fake cv2.VideoCapture: some pictures, then none."""

    def __init__(self, pictures: int) -> None:
        self.left = pictures
        self.packs = True
        self.set_to: dict[int, float] = {}
        self.released = False

    def isOpened(self) -> bool:  # noqa: N802 - cv2's name
        """Return whether it is open."""
        return not self.released

    def read(self) -> tuple[bool, np.ndarray]:
        """Return the next picture."""
        self.left -= 1
        return self.left >= 0, PICTURE if self.left >= 0 else np.zeros((0,), np.uint8)

    def set(self, what: int, value: float) -> bool:
        """Note a setting."""
        self.set_to[what] = value
        return True

    def get(self, what: int) -> float:
        """Return a plausible exposure, and the picture format."""
        if what == cv2.CAP_PROP_FOURCC:
            return self.set_to[what] if self.packs else cv2.VideoWriter.fourcc(*"YUYV")
        return 156.0 if what == cv2.CAP_PROP_EXPOSURE else 0.0

    def release(self) -> None:
        """Note the release."""
        self.released = True


@pytest.fixture
def capture(monkeypatch: pytest.MonkeyPatch) -> Capture:
    """Replace the function with which cameras open devices."""
    found = Capture(WARM_UP_FRAMES + 10)
    monkeypatch.setattr("vision.cameras.opencv.open_capture", lambda *_: found)
    monkeypatch.setattr("vision.cameras.opencv.Path.exists", lambda _: True)
    monkeypatch.setattr("vision.cameras.opencv.LOST_SECONDS", 0.1)
    return found


def test_a_camera_that_stops_is_lost_after_some_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures, then none for a while: CameraLost with its name; times never decrease."""
    monkeypatch.setattr("vision.cameras.opencv.LOST_SECONDS", 0.1)
    frames = live_frames(Capture(5), "camera 0")  # type: ignore[arg-type]
    times = [next(frames).t for _ in range(5)]
    assert times == sorted(times)
    with pytest.raises(CameraLost, match="camera 0"):
        next(frames)


def test_a_usb_camera_holds_its_exposure_after_warming_up(capture: Capture) -> None:
    """Automatic at first, whatever was set before; then exposure, colours and focus are locked."""
    camera = UsbCamera(0)
    frames = camera.frames()
    for _ in range(WARM_UP_FRAMES):
        next(frames)
    assert capture.set_to[cv2.CAP_PROP_AUTO_EXPOSURE] == 3
    assert capture.set_to[cv2.CAP_PROP_AUTO_WB] == 1
    next(frames)
    assert capture.set_to[cv2.CAP_PROP_AUTO_EXPOSURE] == 1
    assert capture.set_to[cv2.CAP_PROP_EXPOSURE] == 156.0
    assert capture.set_to[cv2.CAP_PROP_AUTO_WB] == 0
    camera.close()
    assert capture.released


@pytest.mark.parametrize(("packs", "width"), [(True, 1280), (False, 640)])
def test_a_usb_camera_with_mjpeg_gives_large_pictures(
    capture: Capture, packs: bool, width: int
) -> None:
    """Uncompressed ones would come too seldom."""
    capture.packs = packs
    UsbCamera(0)
    assert capture.set_to[cv2.CAP_PROP_FRAME_WIDTH] == width
    assert capture.set_to[cv2.CAP_PROP_FRAME_HEIGHT] == width * 3 / 4
    assert capture.set_to[cv2.CAP_PROP_FPS] == 30


def test_the_same_device_is_opened_again(capture: Capture) -> None:
    """It is identified by its number."""
    camera = UsbCamera(3).reopen()
    assert camera.name == "camera 3"
    assert not capture.released


def test_a_camera_that_is_plugged_in_again_may_have_another_number(
    capture: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is found by its model, and keeps its name, to which the border of the tray belongs."""
    known = [(0, "Laptop"), (2, "Webcam")]
    monkeypatch.setattr("vision.cameras.opencv.video_cameras", lambda: known)
    camera = UsbCamera(2)
    known[1:] = []
    assert camera.reopen().number == 2
    known[1:] = [(2, "Scanner"), (3, "Webcam")]
    camera = camera.reopen()
    assert (camera.number, camera.name) == (3, "camera 2")
    known[1:] = [(2, "Webcam"), (3, "Webcam")]
    assert camera.reopen().number == 3
    known[1:] = [(4, "Webcam")]
    twin = UsbCamera(4)
    known.append((5, "Webcam"))
    other = UsbCamera(5)
    known[1:] = [(4, "Webcam")]
    assert other.reopen().number == 5
    known[1:] = []
    assert twin.reopen().number == 4


def test_exposure_is_found_again_if_nothing_is_visible() -> None:
    """It is found, locked, and found again after ten seconds without detail; a hand is too brief.

    In the dark, it waits until there is light.
    """
    exposure, black = ExposureControl(), np.zeros_like(PICTURE)
    steps = [exposure.update(PICTURE) for _ in range(WARM_UP_FRAMES + 20)]
    assert [i for i, step in enumerate(steps) if step == "hold"] == [WARM_UP_FRAMES]
    steps = [exposure.update(black) for _ in range(CHANGED_LIGHT_FRAMES)] + [
        exposure.update(PICTURE)
    ]
    assert set(steps) == {"held"}
    steps = [exposure.update(black) for _ in range(CHANGED_LIGHT_FRAMES + WARM_UP_FRAMES + 2)]
    assert [step for step in steps if step in ("find", "hold")] == ["find", "hold"]
    assert {exposure.update(black) for _ in range(3 * CHANGED_LIGHT_FRAMES)} == {"held"}
    assert "find" in {exposure.update(PICTURE) for _ in range(CHANGED_LIGHT_FRAMES + 1)}


def burnt(share: float) -> np.ndarray:
    """Return the picture with a share of it at full white."""
    image = PICTURE.copy()
    image[:, : int(share * 640)] = 255
    return image


@pytest.mark.parametrize(
    ("later", "sought"),
    [
        (PICTURE, False),
        (PICTURE * 0.6, False),
        (PICTURE * 0.4, True),  # the sun has set, and a candle is left
        (PICTURE * 1.8, False),
        (PICTURE * 2.5, True),  # a lamp right above the tray
        (burnt(0.4), False),
        (burnt(0.7), True),
    ],
)
def test_exposure_is_found_again_in_very_different_light(later: np.ndarray, sought: bool) -> None:
    """For ten seconds, it is half or twice as bright as when locked, or mostly overexposed."""
    exposure = ExposureControl()
    for _ in range(WARM_UP_FRAMES + 2):
        exposure.update(PICTURE)
    steps = [exposure.update(later.astype(np.uint8)) for _ in range(CHANGED_LIGHT_FRAMES + 1)]
    assert (steps[-1] == "find") == sought
    assert set(steps[:-1]) == {"held"}


def test_a_usb_camera_without_pictures_is_unreadable(capture: Capture) -> None:
    """A device that opens and gives no picture is released and named."""
    capture.left = 0
    with pytest.raises(CameraUnreadable, match="camera 3"):
        UsbCamera(3)
    assert capture.released


MODULE_3 = [(1536, 864), (2304, 1296), (4608, 2592)]
FOUND = {"ExposureTime": 9000, "AnalogueGain": 2.0, "ColourGains": (1.5, 1.8)}


class PiDevice:
    """A fake picamera2.Picamera2.

    After a picture was requested in vain, `stop` waits for it (picamera2 issue 1264).
    """

    cameras: tuple[str, ...] = ("/base/axi/pcie/rp1/i2c/imx708@1a",)
    starts = True
    made: list["PiDevice"] = []  # noqa: RUF012 - shared on purpose

    focuses = False
    focused_from = 0  # pictures before the first in focus
    hand_at = 0  # a picture in which a hand nearer to the camera is in focus
    shots_left = WARM_UP_FRAMES + 2

    def __init__(self, number: int = 0) -> None:
        self.number = number
        self.controls: dict[str, Any] = {}
        self.settings: dict[str, Any] = {}
        self.owes = False
        self.released = Event()
        self.camera = SimpleNamespace(generate_configuration=self.raw_configuration)
        self.camera_controls = {"AeEnable", "AwbEnable", *FOUND}
        if self.focuses:
            self.camera_controls |= {"AfMode", "LensPosition"}
        self.shots = 0
        self.closed = False
        PiDevice.made.append(self)

    @classmethod
    def global_camera_info(cls) -> list[dict[str, Any]]:
        """List the connected cameras."""
        return [{"Id": id_, "Model": id_.split("/")[-1].split("@")[0]} for id_ in cls.cameras]

    def raw_configuration(self, roles: list[str]) -> Any:
        """Return the sizes of Camera Module 3."""
        assert roles == ["raw"]
        sizes = [SimpleNamespace(width=w, height=h) for w, h in MODULE_3]
        formats = SimpleNamespace(pixel_formats=["SRGGB10_CSI2P"], sizes=lambda _: sizes)
        return SimpleNamespace(at=lambda _: SimpleNamespace(formats=formats))

    def create_video_configuration(self, **settings: Any) -> dict[str, Any]:
        """Return the settings."""
        return settings

    def configure(self, settings: dict[str, Any]) -> None:
        """Note the settings."""
        self.settings = settings

    def start(self) -> None:
        """Start, or fail."""
        if not self.starts:
            raise RuntimeError("device busy")

    def set_controls(self, controls: dict[str, Any]) -> None:
        """Note the controls; unsupported ones are an error, as in picamera2."""
        for name in controls:
            if name not in self.camera_controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
        self.controls |= controls

    def capture_arrays(
        self, names: list[str], wait: float
    ) -> tuple[list[np.ndarray], dict[str, Any]]:
        """Return some pictures with their metadata, then time out."""
        assert names == ["main"]
        assert wait > 0
        self.shots += 1
        if self.shots > self.shots_left:
            self.owes = True
            raise TimeoutError
        sharp = self.shots > self.focused_from or self.shots == self.hand_at
        place = 6.0 if self.shots == self.hand_at else 2.4
        lens = {"AfState": 2 if sharp else 1, "LensPosition": place}
        return [PICTURE], {**FOUND, "Lux": 90, **(lens if self.focuses else {})}

    def cancel_all_and_flush(self) -> None:
        """Drop pending pictures."""
        self.owes = False

    def stop(self) -> None:
        """Stop, after the pending picture."""
        if self.owes:
            self.released.wait()

    def close(self) -> None:
        """Note the call."""
        self.closed = True


@pytest.fixture
def pi(monkeypatch: pytest.MonkeyPatch) -> type[PiDevice]:
    """Replace the import of picamera2."""
    monkeypatch.setitem(sys.modules, "picamera2", SimpleNamespace(Picamera2=PiDevice))
    roles = SimpleNamespace(Raw="raw")
    monkeypatch.setitem(sys.modules, "libcamera", SimpleNamespace(StreamRole=roles))
    PiDevice.made.clear()
    return PiDevice


def test_a_pi_camera_holds_what_it_found_and_is_lost_when_it_fails(pi: type[PiDevice]) -> None:
    """Exposure, gain and colours are locked; a failing camera is lost; close releases it."""
    camera = open_camera("pi")
    frames = camera.frames()
    assert [next(frames).number for _ in range(WARM_UP_FRAMES + 2)] == list(
        range(WARM_UP_FRAMES + 2)
    )
    assert pi.made[0].controls == {"AeEnable": False, "AwbEnable": False, **FOUND}
    with pytest.raises(CameraLost, match="no picture for 3 seconds"):
        next(frames)
    camera.close()
    camera.close()
    assert pi.made[0].closed


def test_a_pi_camera_that_hangs_when_it_is_closed_is_stuck(
    pi: type[PiDevice], monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a timeout, an error says that the program must end."""
    monkeypatch.setattr("vision.cameras.pi.CLOSE_SECONDS", 0.05)
    camera = open_camera("pi")
    monkeypatch.setattr(pi, "close", lambda device: device.released.wait())
    with pytest.raises(CameraStuck, match="when this program ends"):
        camera.close()
    camera.close()  # once is enough
    pi.made[0].released.set()


class NoDice:
    """Reads every picture as an empty tray."""

    def read(self, image: Image, **_: Any) -> Reading:
        """Return an empty reading."""
        return Reading((), (), 0.0)


def test_an_eye_whose_camera_is_stuck_ends(pi: type[PiDevice]) -> None:
    """Reopening could never succeed; the caller of the eye starts another process."""

    def hangs() -> None:
        raise CameraStuck("it hangs")

    camera = PiCamera()
    camera.close = hangs  # type: ignore[method-assign]
    eye = Eye(camera, NoDice(), reopen=PiCamera)
    with pytest.raises(CameraStuck):
        list(eye.events())
    assert len(pi.made) == 1


def test_the_full_view_of_a_pi_camera_is_used(
    pi: type[PiDevice], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By itself, picamera2 would choose the size closest to ours, which is cropped."""
    PiCamera()
    assert pi.made[0].settings["main"]["size"] == (1280, 960)
    assert pi.made[0].settings["sensor"] == {"output_size": (2304, 1296)}
    assert pi.made[0].settings["controls"] == {"FrameRate": 30}
    monkeypatch.setattr(pi, "raw_configuration", refuse)
    PiCamera()  # a libcamera that does not report it
    assert pi.made[1].settings["sensor"] == {}


@pytest.mark.parametrize(
    ("sizes", "whole"),
    [
        ([(640, 480), (1640, 1232), (1920, 1080), (3280, 2464)], (1640, 1232)),  # Module 2
        (MODULE_3, (2304, 1296)),
        ([(640, 480), (1296, 972), (1920, 1080), (2592, 1944)], (1296, 972)),  # Module 1
        ([(1332, 990), (2028, 1080), (2028, 1520), (4056, 3040)], (2028, 1520)),  # HQ
        ([(1456, 1088)], (1456, 1088)),  # Global Shutter
        ([(640, 480)], None),
        ([], None),
    ],
)
def test_the_sensor_size_with_the_full_view_is_chosen(
    sizes: list[tuple[int, int]], whole: tuple[int, int] | None
) -> None:
    """Raspberry Pi's modules have the sizes in its camera documentation."""
    assert full_view_size(sizes) == whole


def test_a_usb_camera_is_not_opened_through_picamera2(
    pi: type[PiDevice], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Libcamera lists them, too, but reads them differently from V4L2."""
    usb = "/base/axi/pcie@1000120000/rp1/usb@200000-1:1.0-046d:0825"
    monkeypatch.setattr(pi, "cameras", (usb,))
    with pytest.raises(CameraAbsent, match="no Pi camera module"):
        PiCamera()


def test_a_pi_camera_with_autofocus_focuses_and_then_holds_the_lens(
    pi: type[PiDevice], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It focuses until it is sharp for a second, even long after the exposure is locked."""
    monkeypatch.setattr(pi, "focuses", True)
    monkeypatch.setattr(pi, "focused_from", WARM_UP_FRAMES + 40)
    monkeypatch.setattr(pi, "hand_at", WARM_UP_FRAMES + 20)
    monkeypatch.setattr(pi, "shots_left", WARM_UP_FRAMES + 80)
    camera = open_camera("pi")
    frames = camera.frames()
    for _ in range(WARM_UP_FRAMES + 40 + SHARP_FRAMES - 1):
        next(frames)
    reported = pi.made[0].controls
    assert reported["AeEnable"] is False
    assert reported["AfMode"] == 2  # continuous
    next(frames)
    assert (reported["AfMode"], reported["LensPosition"]) == (0, 2.4)


def test_the_pi_camera_is_opened_again(pi: type[PiDevice]) -> None:
    """Released and opened again."""
    first = PiCamera()
    first.close()
    first.reopen().close()
    assert [device.closed for device in pi.made] == [True, True]


def test_the_second_camera_module_of_a_pi(
    pi: type[PiDevice], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is opened by its number, even a second time; a missing one is named."""
    with pytest.raises(CameraAbsent, match="no second one"):
        open_camera("pi:1")
    monkeypatch.setattr(pi, "cameras", pi.cameras * 2)
    first = open_camera("pi:1")
    assert isinstance(first, PiCamera)
    first.close()
    first.reopen().close()
    assert [device.number for device in pi.made] == [1, 1]


def test_auto_takes_the_pi_camera_first(pi: type[PiDevice]) -> None:
    """With a Pi camera connected, `auto` opens it."""
    assert open_camera("auto").name == "Pi camera"
    assert len(pi.made) == 1


def test_a_pi_camera_without_an_infrared_filter_is_named(
    pi: type[PiDevice], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its colours are wrong, and people should know why."""
    monkeypatch.setattr(pi, "cameras", ("/base/axi/pcie/rp1/i2c/imx708_wide_noir@1a",))
    assert open_camera("pi").name == "Pi camera, NoIR"


def test_a_pi_without_a_camera_and_a_busy_one_are_distinguished(
    pi: type[PiDevice], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No module connected: absent. Used by another program: unreadable."""
    monkeypatch.setattr(pi, "cameras", ())
    with pytest.raises(CameraAbsent):
        open_camera("pi")
    monkeypatch.setattr(pi, "cameras", ("imx708",))
    monkeypatch.setattr(pi, "starts", False)
    with pytest.raises(CameraUnreadable, match="busy"):
        open_camera("pi")
    assert pi.made[-1].closed


def refuse(*_: Any) -> Any:
    """Raise an error of the library's own."""
    raise RuntimeError("camera manager failed")


def test_a_pi_camera_that_does_not_stop_is_still_released(
    pi: type[PiDevice], monkeypatch: pytest.MonkeyPatch
) -> None:
    """stop() may fail if the ribbon is loose: the device is closed, and close() raises nothing."""
    monkeypatch.setattr(pi, "stop", refuse)
    camera = open_camera("pi")
    camera.close()
    assert pi.made[0].closed
    monkeypatch.setattr(pi, "close", refuse)
    open_camera("pi").close()


@pytest.mark.parametrize(
    "step", ["global_camera_info", "__init__", "configure", "start", "set_controls"]
)
@pytest.mark.parametrize("error", [RuntimeError, KeyError, OSError])
def test_any_error_of_the_pi_library_is_an_unreadable_camera(
    step: str, error: type[Exception], pi: type[PiDevice], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its errors have no common base class; callers get one."""

    def fail(*_: Any) -> None:
        raise error("out of order")

    monkeypatch.setattr(pi, step, fail)
    with pytest.raises(CameraUnreadable, match="out of order"):
        PiCamera()
    assert all(device.closed for device in pi.made)


@pytest.mark.parametrize(
    ("error", "family"),
    [(ImportError, CameraAbsent), (ValueError, CameraAbsent), (RuntimeError, CameraUnreadable)],
)
def test_a_pi_library_that_cannot_be_loaded_is_a_camera_error(
    error: type[Exception], family: type[CameraError], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may be missing, built for another numpy, or broken in some other way."""

    def fail(_: str) -> None:
        raise error("out of order")

    monkeypatch.setattr("vision.cameras.pi.importlib.import_module", fail)
    with pytest.raises(family, match="picamera2"):
        PiCamera()
