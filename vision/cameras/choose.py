"""Open the camera that people name: `auto`, `0`, a file, an address and so on."""

import logging
import os
import re
from pathlib import Path

from vision.cameras.base import Camera
from vision.cameras.demo import DemoCamera
from vision.cameras.opencv import RecordingCamera, StreamCamera, UsbCamera
from vision.cameras.phone import PhoneCamera
from vision.cameras.pi import PiCamera
from vision.cameras.stills import StillsCamera, is_picture
from vision.errors import CameraAbsent, CameraError, CameraUnreadable
from vision.video_devices import video_cameras
from vision.virtual.scenery import dice_for_every_game

log = logging.getLogger(__name__)

DEMO_SEED = "CROUPIER_DEMO_SEED"
"""Name of the environment variable whose number makes the demo's dice and rolls reproducible."""


def open_camera(spec: str, *, paced: bool = False) -> Camera:
    """Open the camera that `spec` names.

    `auto` takes a Pi camera, else the first USB camera that gives a picture, else the demo. Other
    values are `pi` (`pi:1`: the second camera module of a Pi 5), `phone`, `demo`, a number N for
    /dev/videoN, an address that FFmpeg opens (http, rtsp, srt and so on), a picture or a folder of
    them, or a recording. `paced` plays recordings and stills at their own speed; otherwise they
    come as fast as they can be read.

    Raises CameraAbsent or CameraUnreadable with a one-line message.
    """
    try:
        return _named(spec, paced)
    except CameraError:
        raise
    except Exception as error:  # drivers raise anything; callers expect CameraError
        raise CameraUnreadable(f"the camera cannot be opened ({error})") from error


def _named(spec: str, paced: bool) -> Camera:
    if spec == "auto":
        return _first_that_works()
    if match := re.fullmatch(r"pi(?::(\d))?", spec):
        return PiCamera(int(match[1] or 0))
    if spec == "phone":
        return PhoneCamera()
    if spec == "demo":
        return _demo()
    if spec.isdecimal():
        return UsbCamera(int(spec))
    scheme, is_address, where = spec.partition("://")
    if is_address:
        return StreamCamera(f"{scheme.lower()}://{where}")  # FFmpeg knows only lower case
    return _from_disk(spec, paced)


def _from_disk(spec: str, paced: bool) -> Camera:
    try:
        path = Path(spec).expanduser()
    except RuntimeError:  # ~user of an unknown user
        raise CameraAbsent(f"there is no file or folder '{spec}'") from None
    try:
        if path.is_dir() or (path.is_file() and is_picture(path)):
            return StillsCamera(path, paced=paced)
        if path.is_file():
            return RecordingCamera(path, paced=paced)
        if path.exists():  # a pipe may stay empty, or never end
            raise CameraUnreadable(f"'{path}' is not a file: save the video to a file first")
    except OSError as error:  # no permission, or the name is too long
        raise CameraUnreadable(f"'{path}' cannot be read ({error.strerror})") from None
    raise CameraAbsent(f"there is no file or folder '{path}'")


def _first_that_works() -> Camera:
    """Try a Pi camera, then the video devices in order; the demo always works."""
    why: list[str] = []
    try:
        return PiCamera()
    except CameraAbsent:
        pass
    except Exception as error:  # in use; there may be another camera that works
        log.warning("The Pi camera is not used: %s.", error)
        why.append(str(error))
    for device in video_cameras():
        try:
            return UsbCamera(device.number)
        except Exception as error:  # in use, or gives no picture
            log.warning("Camera %d is not used: %s.", device.number, error)
            why.append(str(error))
    return _demo("; ".join(why))


def _demo(why: str = "") -> DemoCamera:
    seed = os.environ.get(DEMO_SEED)
    return DemoCamera(None if seed is None else int(seed), looks=dice_for_every_game, why=why)
