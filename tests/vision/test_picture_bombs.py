"""Pictures and films made to exhaust memory are refused by their headers."""

import struct
from pathlib import Path
from resource import RLIM_INFINITY, RLIMIT_DATA, getrlimit

import cv2
import numpy as np
import pytest

from tests.picture_bombs import JPEGS, OTHERS, jpeg, memory_limit
from vision.cameras import open_camera
from vision.cameras.opencv import MAX_FILM_PIXELS
from vision.cameras.stills import load_image
from vision.errors import CameraUnreadable
from vision.frame import decode_jpeg, encode_jpeg
from vision.protocol import MAX_PIXELS


@pytest.mark.parametrize("name", [*JPEGS, *OTHERS])
def test_a_picture_bomb_that_somebody_sends(name: str) -> None:
    """Nothing is decoded, however the size is hidden."""
    with memory_limit(50), pytest.raises(ValueError, match="no picture"):
        decode_jpeg({**JPEGS, **OTHERS}[name])


@pytest.mark.parametrize("marker", [0xC0, 0xC2])
def test_the_largest_accepted_picture(marker: int) -> None:
    """It takes 50 MB, sequential or progressive."""
    side = int(MAX_PIXELS**0.5)
    with memory_limit(65):
        assert decode_jpeg(jpeg(side, marker=marker)).shape == (side, side, 3)


@pytest.mark.parametrize("name", ["large", *OTHERS])
def test_a_picture_bomb_in_a_file(tmp_path: Path, name: str) -> None:
    """A file may be larger, as phones take it, but not without limit."""
    path = tmp_path / "picture.png"
    path.write_bytes({**JPEGS, **OTHERS}[name])
    with memory_limit(50):
        assert load_image(path) is None
    with memory_limit(50), pytest.raises(CameraUnreadable, match="no picture in"):
        open_camera(str(path))


@pytest.mark.parametrize(("suffix", "code"), [(".avi", "MJPG"), (".mp4", "mp4v")])
def test_a_film_bomb(tmp_path: Path, suffix: str, code: str) -> None:
    """It is refused before its first picture is decoded."""
    path = tmp_path / f"film{suffix}"
    width, height = 6400, MAX_FILM_PIXELS // 6400 + 8
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*code), 25.0, (width, height))
    writer.write(np.zeros((height, width, 3), np.uint8))
    writer.release()
    with memory_limit(60), pytest.raises(CameraUnreadable, match="6400 x 19"):
        open_camera(str(path))


def test_a_film_whose_decoder_takes_memory_when_it_is_opened(tmp_path: Path) -> None:
    """Its header cannot be read before that."""
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 25.0, (64, 48))
    writer.write(np.zeros((48, 64, 3), np.uint8))
    writer.release()
    film = bytearray(path.read_bytes().replace(b"MJPG", b"ZMBV"))
    size = film.index(b"strf") + 12
    film[size : size + 8] = struct.pack("<2i", 16_000, 12_000)
    path.write_bytes(film)
    with memory_limit(60), pytest.raises(CameraUnreadable, match=r"film\.avi' cannot be opened"):
        open_camera(str(path))


def test_a_film_whose_pictures_grow(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The large ones count as unreadable, and the others are read."""
    path = tmp_path / "film.mjpeg"
    small = encode_jpeg(np.random.default_rng(1).integers(0, 255, (48, 64, 3), np.uint8))
    path.write_bytes(small * 20 + jpeg(20_000) * 3 + small * 20)
    with memory_limit(400):
        frames = list(open_camera(str(path)).frames())
    assert len(frames) == 40
    assert getrlimit(RLIMIT_DATA)[0] == RLIM_INFINITY
