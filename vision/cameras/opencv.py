"""Cameras on cv2.VideoCapture: USB devices, network streams and recordings.

No other module uses cv2.VideoCapture; it is typed here.
"""

import logging
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, count
from pathlib import Path
from resource import RLIM_INFINITY, RLIMIT_DATA, getpagesize, getrlimit, setrlimit
from socket import create_connection
from time import monotonic, sleep
from typing import cast
from urllib.parse import urlsplit

import cv2
import numpy as np

from vision.cameras.base import USUAL_PICTURE_SIZE
from vision.cameras.exposure import ExposureControl
from vision.errors import CameraAbsent, CameraLost, CameraUnreadable
from vision.frame import Frame, Image
from vision.protocol import without_password
from vision.video_devices import video_cameras

log = logging.getLogger(__name__)

LOST_SECONDS = 3.0  # without a picture or an answer, after which a camera counts as lost

# FFmpeg reports damaged files on stderr; we raise a one-line error instead.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
os.environ.setdefault("OPENCV_VIDEOIO_DEBUG", "0")
os.environ.setdefault("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", f"{LOST_SECONDS:g}")  # default: 10


def path_for_opencv(path: Path) -> str:
    """Return a path as bytes, which OpenCV accepts; a str that is not valid UTF-8 crashes it."""
    return cast(str, os.fsencode(path))


def open_capture(
    source: int | str, backend: int, name: str, settings: Sequence[int] = ()
) -> cv2.VideoCapture:
    """Open a capture with `settings` (property ids and values of cv2); raises CameraUnreadable."""
    try:
        capture = cv2.VideoCapture(source, backend, list(settings))
    except cv2.error as error:
        raise CameraUnreadable(f"{name} cannot be opened ({error.err})") from None
    if not capture.isOpened():
        capture.release()
        raise CameraUnreadable(f"{name} cannot be opened as a video")
    return capture


def read_image(capture: cv2.VideoCapture) -> Image | None:
    """Return the next picture (H, W, 3), None at the end or where the data are damaged."""
    try:
        good, image = capture.read()
    except cv2.error:
        return None
    if not good or image.size == 0:
        return None
    if image.ndim == 2:
        image = cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
    return np.asarray(image, np.uint8)


def live_frames(capture: cv2.VideoCapture, name: str) -> Iterator[Frame]:
    """Yield frames with the time by the clock; raises CameraLost after LOST_SECONDS without one."""
    start = last = monotonic()
    number, is_black = 0, False
    while capture.isOpened():
        begun = monotonic()
        image = read_image(capture)
        now = monotonic()
        if now - begun >= LOST_SECONDS:  # even if a decoder had some pictures left
            break
        # Even in the dark, a real picture has noise; only a decoder that fails gives zeros.
        is_black = image is not None and number == 0 and not image.any()
        if image is None or is_black:
            if now - last > LOST_SECONDS or not capture.isOpened():
                break
            sleep(0.02)
            continue
        last = now
        yield Frame(image, now - start, number)
        number += 1
    raise CameraLost(f"{name} {BLACK_STREAM_MESSAGE if is_black else 'stopped giving pictures'}")


BLACK_STREAM_MESSAGE = "gives only black pictures: it may be interlaced, so set it to progressive"
MJPG = cv2.VideoWriter.fourcc(*"MJPG")
FALLBACK_SIZE = (640, 480)


class UsbCamera:
    """A camera at /dev/video`number`, at about 1280 x 960 and 30 frames a second if possible.

    Exposure, white balance and focus are found and then locked (`ExposureControl`), if the device
    can do that. Raises CameraAbsent if there is no such device, CameraUnreadable if it gives no
    picture.
    """

    live = True

    def __init__(self, number: int) -> None:
        self.number, self._devices = number, dict(video_cameras())
        self.name = f"camera {number}"
        if not Path(f"/dev/video{number}").exists():
            raise CameraAbsent(f"there is no camera at /dev/video{number}")
        self._capture = open_capture(number, cv2.CAP_V4L2, self.name)
        self._choose_size()
        self._capture.set(cv2.CAP_PROP_FPS, 30)
        self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self._find_exposure()  # a device keeps the settings of the last program
        if read_image(self._capture) is None:
            self._capture.release()
            raise CameraUnreadable(f"{self.name} is there but gives no picture")

    def frames(self) -> Iterator[Frame]:
        """Yield frames as they arrive; raises CameraLost when they stop."""
        exposure = ExposureControl()
        for frame in live_frames(self._capture, self.name):
            step = exposure.update(frame.image)
            if step == "hold":
                self._hold_exposure()
            elif step == "find":
                self._find_exposure()
            yield frame

    def _choose_size(self) -> None:
        """Request large pictures, or small ones if the camera does not compress them.

        Uncompressed, USB 2 carries 30 frames a second of 640 x 480, but only about seven of 1280 x
        960.
        """
        self._capture.set(cv2.CAP_PROP_FOURCC, MJPG)
        packed = int(self._capture.get(cv2.CAP_PROP_FOURCC)) == MJPG
        width, height = USUAL_PICTURE_SIZE if packed else FALLBACK_SIZE
        self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, width)
        self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, height)

    def _find_exposure(self) -> None:
        """Let the camera find exposure, white balance and focus."""
        self._capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, 3)  # V4L2: 1 manual, 3 automatic
        self._capture.set(cv2.CAP_PROP_AUTO_WB, 1)
        self._capture.set(cv2.CAP_PROP_AUTOFOCUS, 1)

    def _hold_exposure(self) -> None:
        """Lock exposure, white balance and focus at their current values."""
        exposure = self._capture.get(cv2.CAP_PROP_EXPOSURE)
        self._capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, 1)
        if exposure > 0:
            self._capture.set(cv2.CAP_PROP_EXPOSURE, exposure)
        self._capture.set(cv2.CAP_PROP_AUTO_WB, 0)
        self._capture.set(cv2.CAP_PROP_AUTOFOCUS, 0)

    def close(self) -> None:
        """Release the device."""
        self._capture.release()

    def reopen(self) -> "UsbCamera":
        """Open the same device again, which may have got another number; its name stays.

        It is found by its model; a twin that was there from the start is another camera.
        """
        now, model = dict(video_cameras()), self._devices.get(self.number, "")
        new = [n for n, name in now.items() if name == model and n not in self._devices]
        camera = UsbCamera(new[0] if new and now.get(self.number) != model else self.number)
        camera.name = self.name
        return camera


FFMPEG_OPTIONS_VARIABLE = "OPENCV_FFMPEG_CAPTURE_OPTIONS"
# Microseconds: without a limit, FFmpeg looks for more tracks until LOST_SECONDS are over.
STREAM_OPTIONS = "rtsp_flags;prefer_tcp|analyzeduration;500000"
# FFmpeg refuses a stream that has a boundary after each JPEG instead of before it (ESP32-CAM), but
# reads any stream as JPEGs in a row.
MJPEG_STREAM_OPTIONS = "input_format;mjpeg|analyzeduration;500000"


class StreamCamera:
    """The frames from a network `address`. Raises CameraUnreadable if it gives no picture."""

    live = True

    def __init__(self, address: str) -> None:
        try:
            self.name = without_password(address)
        except ValueError:
            raise CameraUnreadable(NOT_AN_ADDRESS) from None
        begun, problem = monotonic(), f"{self.name} is there but gives no picture"
        try:
            self._capture = _open_stream(address, self.name, STREAM_OPTIONS)
        except CameraUnreadable as error:
            if monotonic() - begun >= LOST_SECONDS:
                raise CameraUnreadable(f"{self.name} {SILENT}") from None
            _check_connection(address, self.name)
            if FFMPEG_OPTIONS_VARIABLE in os.environ or not address.startswith("http"):
                raise error from None
            begun, problem = monotonic(), str(error)
            self._capture = _open_stream(address, self.name, MJPEG_STREAM_OPTIONS)
        if monotonic() - begun >= LOST_SECONDS or read_image(self._capture) is None:
            self._capture.release()
            raise CameraUnreadable(problem)

    def frames(self) -> Iterator[Frame]:
        """Yield frames as they arrive; raises CameraLost when they stop."""
        return live_frames(self._capture, self.name)

    def close(self) -> None:
        """Disconnect."""
        self._capture.release()


NOT_AN_ADDRESS = (
    "that is not the address of a camera: in a password, write %2F for /, %3F for ?, %23 for #"
)
SILENT = "does not answer: check that it is on, and on this network"


def _check_connection(address: str, name: str) -> None:
    """Raise CameraUnreadable if nothing answers at `address`, or if it refuses the password.

    FFmpeg does not say why it fails, so this sends one more request, without a password.
    """
    parts = urlsplit(without_password(address))
    asking = {"http": ("GET", "HTTP/1.0", 80), "rtsp": ("DESCRIBE", "RTSP/1.0", 554)}
    if parts.scheme not in asking or not parts.hostname:
        return
    method, protocol, port = asking[parts.scheme]
    what = parts.path or "/" if method == "GET" else parts.geturl()
    request = f"{method} {what} {protocol}\r\nCSeq: 1\r\nHost: {parts.netloc}\r\n\r\n"
    try:
        with create_connection((parts.hostname, parts.port or port), LOST_SECONDS) as there:
            there.sendall(request.encode())
            answer = there.recv(64)
    except OSError:
        answer = b""
    if not answer:
        raise CameraUnreadable(f"{name} {SILENT}")
    if answer.split()[1:2] in ([b"401"], [b"403"]):
        login = f"{parts.scheme}://USER:PASSWORD@{parts.netloc}{parts.path}"
        raise CameraUnreadable(f"{name} needs the right user and password: {login}")


def _open_stream(address: str, name: str, options: str) -> cv2.VideoCapture:
    """Open an address with FFmpeg's `options`, unless the environment sets others."""
    patience = round(1000 * LOST_SECONDS)
    waits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, patience, cv2.CAP_PROP_READ_TIMEOUT_MSEC, patience]
    if FFMPEG_OPTIONS_VARIABLE in os.environ:
        return open_capture(address, cv2.CAP_FFMPEG, name, waits)
    os.environ[FFMPEG_OPTIONS_VARIABLE] = options
    try:
        return open_capture(address, cv2.CAP_FFMPEG, name, waits)
    finally:
        del os.environ[FFMPEG_OPTIONS_VARIABLE]


USUAL_FRAMES_PER_SECOND = 30.0  # frames per second if the file does not say
MAX_BAD_FRAMES = 300  # in a row, after which a recording ends
MAX_FILM_PIXELS = 4096 * 3072  # of a picture; most decoders need 15 to 20 times as many bytes
FILM_MEMORY = 380 << 20  # bytes for the decoder, and for frames that are kept
MAX_MISSING_SECONDS = 1.0  # at the end of a file, whose count of frames may be inexact
BLACK_FILM_MESSAGE = "holds only black pictures: it may be interlaced, so convert it to progressive"
UNREADABLE_FILM = "holds no picture that can be read: convert it to H.264 (MP4)"


@contextmanager
def data_limit(size: int) -> Iterator[None]:
    """Limit the data of this process to `size` bytes inside the block.

    A film of a few bytes may claim pictures of gigabytes, in its header or later, and only its
    decoder knows. If FFmpeg gets no memory, it reports a picture that cannot be read.
    """
    limits = getrlimit(RLIMIT_DATA)
    finite = [limit for limit in limits if limit != RLIM_INFINITY]
    setrlimit(RLIMIT_DATA, (min([size, *finite]), limits[1]))
    try:
        yield
    finally:
        setrlimit(RLIMIT_DATA, limits)


def _data_size() -> int:
    """Return how many bytes of data this process holds."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[5]) * getpagesize()


class RecordingCamera:
    """The frames of a video file; `rate` is its mean number of frames per second.

    Frames that cannot be read are skipped, and so are black ones at the start; a warning counts
    them, and another says if a file ends early. `paced` plays at the recording's own speed. Raises
    CameraUnreadable if the file has no readable picture, none but black ones, or too large ones.
    """

    live = False

    def __init__(self, path: Path, *, paced: bool) -> None:
        self.name = path.name
        self._paced = paced
        before = _data_size()
        self._limit = before + FILM_MEMORY
        with data_limit(self._limit):
            # More threads would decode pictures, and take memory, after `read` has returned.
            settings = [cv2.CAP_PROP_N_THREADS, 1]
            self._capture = open_capture(
                path_for_opencv(path), cv2.CAP_FFMPEG, f"'{path}'", settings
            )
        width = int(self._capture.get(cv2.CAP_PROP_FRAME_WIDTH))
        height = int(self._capture.get(cv2.CAP_PROP_FRAME_HEIGHT))
        if width * height > MAX_FILM_PIXELS:
            self._capture.release()
            raise CameraUnreadable(
                f"'{path}' has {width} x {height} pixels; at most 4096 x 3072 are read"
            )
        rate = self._capture.get(cv2.CAP_PROP_FPS)
        self.rate = rate if 1.0 <= rate <= 240.0 else USUAL_FRAMES_PER_SECOND
        self._count = int(self._capture.get(cv2.CAP_PROP_FRAME_COUNT))
        self._frames = self._read_all()
        self._first = next(self._frames, None)
        self._taken = _data_size() - before
        if self._first is None:
            black = self._capture.get(cv2.CAP_PROP_POS_FRAMES) > 0
            self._capture.release()
            raise CameraUnreadable(f"'{path}' {BLACK_FILM_MESSAGE if black else UNREADABLE_FILM}")

    def frames(self) -> Iterator[Frame]:
        """Yield every frame once, with the film's own times."""
        start, first = monotonic(), self._first
        self._limit = _data_size() - self._taken + FILM_MEMORY
        for frame in chain([] if first is None else [first], self._frames):
            if self._paced:
                sleep(max(0.0, start + frame.t - monotonic()))
            yield frame

    def _read_all(self) -> Iterator[Frame]:
        t, bad, skipped, has_begun = 0.0, 0, 0, False
        for number in count():
            with data_limit(self._limit):
                image = read_image(self._capture)
            if image is None:
                bad += 1
                # The count may be missing, or wrong.
                if (
                    0 < self._count <= number
                    or bad > MAX_BAD_FRAMES
                    or not self._capture.isOpened()
                ):
                    break
                continue
            skipped, bad = skipped + bad, 0
            has_begun = has_begun or bool(image.any())
            if has_begun:
                # The rate may vary, but some films have no times.
                t = max(t, self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000 or number / self.rate)
                yield Frame(image, t, number)
        if skipped:
            log.warning("%s: %d of its pictures cannot be read", self.name, skipped)
        if (
            has_begun
            and self._capture.isOpened()
            and (missing := self._count / self.rate - t) > MAX_MISSING_SECONDS
        ):
            log.warning("%s: the last %.0f seconds cannot be read", self.name, missing)

    def close(self) -> None:
        """Close the file."""
        self._capture.release()
