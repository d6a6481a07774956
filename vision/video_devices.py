"""Which video devices of Linux are cameras: a Raspberry Pi has many that decode and scale."""

import os
import struct
from collections.abc import Iterator
from fcntl import ioctl
from pathlib import Path
from typing import NamedTuple

QUERYCAP = 0x80685600  # VIDIOC_QUERYCAP and its answer, of Linux's videodev2.h
CAPABILITY = struct.Struct("16s32s32s3I12x")  # driver, card, bus, version, capabilities, device's
CAPTURE = 0x1 | 0x1000  # V4L2_CAP_VIDEO_CAPTURE, and with several planes

# They see nothing, or what no program but libcamera can read; each costs OpenCV 3 s to find out.
NO_CAMERAS = ("bcm2835-codec", "bcm2835-isp", "pispbe", "rp1-", "rpi-", "rpivid", "unicam")


class VideoDevice(NamedTuple):
    """A camera at /dev/video`number`, by the `name` its driver gives it."""

    number: int
    name: str


def video_cameras(folder: Path = Path("/dev")) -> tuple[VideoDevice, ...]:
    """Return the devices of `folder` that may be cameras, by their numbers."""
    return tuple(sorted(_cameras(folder)))


def _cameras(folder: Path) -> Iterator[VideoDevice]:
    for path in folder.glob("video*"):
        number = path.name.removeprefix("video")
        if not number.isdecimal():
            continue
        try:
            name, captures = _ask(path)
        except OSError:  # no right to look there: opening it will say so
            name, captures = "", True
        if captures and not name.startswith(NO_CAMERAS):
            yield VideoDevice(int(number), name)


def _ask(path: Path) -> tuple[str, bool]:
    """Return what the driver calls a device, and whether it gives pictures."""
    answer = bytearray(CAPABILITY.size)
    device = os.open(path, os.O_RDWR | os.O_NONBLOCK)
    try:
        ioctl(device, QUERYCAP, answer)
    finally:
        os.close(device)
    _, card, _, _, _, own = CAPABILITY.unpack(answer)
    return card.rstrip(b"\0").decode(errors="replace"), bool(own & CAPTURE)
