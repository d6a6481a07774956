"""Finding cameras among the Linux video devices, by their drivers' answers."""

import os
from pathlib import Path

import pytest

from vision import video_devices
from vision.video_devices import CAPABILITY, VideoDevice, video_cameras

CAPTURE, CAPTURE_PLANES, M2M, METADATA = 0x1, 0x1000, 0x4000, 0x800000
PI_5 = {
    "video20": ("pispbe", CAPTURE_PLANES),
    "video4": ("rp1-cfe", CAPTURE),
    "video19": ("rpi-hevc-dec", M2M),
    "video10": ("HD Webcam: HD Webcam", CAPTURE),
    "video11": ("HD Webcam: HD Webcam", METADATA),
    "video2": ("USB Camera", CAPTURE),
    "video-cam": ("a link of udev", CAPTURE),
}


@pytest.fixture
def devices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with the devices of a Pi 5 with two webcams."""
    for name in PI_5:
        (tmp_path / name).touch()

    def answer(device: int, request: int, into: bytearray) -> None:
        assert request == video_devices.QUERYCAP
        name, can = PI_5[Path(os.readlink(f"/proc/self/fd/{device}")).name]
        into[:] = CAPABILITY.pack(b"driver", name.encode(), b"bus", 0, 0x80000000 | can, can)

    monkeypatch.setattr(video_devices, "ioctl", answer)
    return tmp_path


def test_decoders_and_scalers_are_not_cameras(devices: Path) -> None:
    """Nor is the second device of a webcam; cameras are sorted by number."""
    assert video_cameras(devices) == (
        VideoDevice(2, "USB Camera"),
        VideoDevice(10, "HD Webcam: HD Webcam"),
    )


def test_a_device_that_does_not_answer_may_be_a_camera(tmp_path: Path) -> None:
    """Opening it will report what is wrong: here, that it is a file."""
    (tmp_path / "video7").touch()
    assert video_cameras(tmp_path) == (VideoDevice(7, ""),)
    assert video_cameras(tmp_path / "absent") == ()
