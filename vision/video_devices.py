"""Find the Linux video devices that are cameras; a Raspberry Pi has many that are not."""

import os
import struct
from collections.abc import Iterator
from fcntl import ioctl
from pathlib import Path
from typing import NamedTuple

QUERYCAP = 0x80685600  # VIDIOC_QUERYCAP of Linux's videodev2.h
CAPABILITY = struct.Struct("16s32s32s3I12x")  # driver, card, bus, version, capabilities, dev caps
CAPTURE_FLAGS = 0x1 | 0x1000  # V4L2_CAP_VIDEO_CAPTURE and V4L2_CAP_VIDEO_CAPTURE_MPLANE

# Codecs, or cameras that only libcamera can use; OpenCV takes 3 s to reject each of them.
NON_CAMERA_DRIVERS = ("bcm2835-codec", "bcm2835-isp", "pispbe", "rp1-", "rpi-", "rpivid", "unicam")


class VideoDevice(NamedTuple):
    """A camera at /dev/video`number` with the `name` its driver reports."""

    number: int
    name: str


def video_cameras(folder: Path = Path("/dev")) -> tuple[VideoDevice, ...]:
    """Return the devices in `folder` that may be cameras, sorted by number."""
    return tuple(sorted(_cameras(folder)))


def _cameras(folder: Path) -> Iterator[VideoDevice]:
    for path in folder.glob("video*"):
        number = path.name.removeprefix("video")
        if not number.isdecimal():
            continue
        try:
            name, captures = _query(path)
        except OSError:  # no permission: opening it will report that
            name, captures = "", True
        if captures and not name.startswith(NON_CAMERA_DRIVERS):
            yield VideoDevice(int(number), name)


def _query(path: Path) -> tuple[str, bool]:
    """Return the driver's name for a device, and whether it captures pictures."""
    answer = bytearray(CAPABILITY.size)
    device = os.open(path, os.O_RDWR | os.O_NONBLOCK)
    try:
        ioctl(device, QUERYCAP, answer)
    finally:
        os.close(device)
    _, card, _, _, _, own = CAPABILITY.unpack(answer)
    return card.rstrip(b"\0").decode(errors="replace"), bool(own & CAPTURE_FLAGS)
