"""Which pictures are accepted, when one shows nothing at all, and JPEGs of limited size."""

import doctest

import cv2
import numpy as np
import pytest

from vision import frame
from vision.frame import as_bgr, blank_colour, decode_jpeg, encode_jpeg, is_one_colour
from vision.protocol import MAX_JPEG_BYTES


def grainy(level: float, noise: float = 3.0) -> np.ndarray:
    """Return the plain, slightly noisy picture of a surface."""
    rng = np.random.default_rng(0)
    return np.clip(rng.normal(level, noise, (480, 640, 3)), 0, 255).astype(np.uint8)


def test_the_examples_in_the_docstrings() -> None:
    """The examples run as written."""
    assert doctest.testmod(frame) == (0, 1)


@pytest.mark.parametrize(
    ("level", "name"), [(0, "black"), (18, "black"), (60, None), (200, None), (262, "white")]
)
def test_a_plain_picture_is_black_or_white_at_the_ends_alone(
    level: float, name: str | None
) -> None:
    """A dark room and a lens that faces a lamp are blank; cloth of any grey is not."""
    assert blank_colour(grainy(level)) == name
    assert blank_colour(grainy(level)[::16, ::16]) == name


@pytest.mark.parametrize(("dice", "side"), [(1, 26), (1, 40), (3, 40), (5, 26)])
def test_a_few_dice_on_black_felt_are_not_blank(dice: int, side: int) -> None:
    """These are the only bright pixels, less than a hundredth of the picture."""
    felt = grainy(16)
    for i in range(dice):
        felt[200 : 200 + side, 60 + 110 * i : 60 + 110 * i + side] = 215
    assert blank_colour(felt) is None


def test_a_broken_pixel_and_a_black_corner_are_blank() -> None:
    """A few bright pixels in the dark, or the rim of a lens before a white wall."""
    dark, bright = grainy(5), grainy(262)
    dark[100:104, 200:208] = 255
    bright[:48, :64] = 0
    assert (blank_colour(dark), blank_colour(bright)) == ("black", "white")


@pytest.mark.parametrize("colour", [(0, 134, 0), (90, 20, 90), (45, 45, 45)])
def test_a_decoders_filler_is_of_one_colour(colour: tuple[int, int, int]) -> None:
    """An empty tray has noise, and a die is larger than the gaps between the sampled pixels."""
    filler = np.full((480, 640, 3), colour, np.uint8)
    assert is_one_colour(filler)
    assert not is_one_colour(grainy(60))
    filler[200:220, 300:320] = 215
    assert not is_one_colour(filler)
    assert not is_one_colour(np.zeros((480, 640, 3), np.uint8))  # a dark room


def test_channels_are_brought_to_three() -> None:
    """Grey pictures, with or without a third axis, and BGRA become BGR."""
    grey = np.full((4, 5), 7, np.uint8)
    assert np.array_equal(as_bgr(grey), np.full((4, 5, 3), 7, np.uint8))
    assert np.array_equal(as_bgr(grey[..., None]), as_bgr(grey))
    assert np.array_equal(as_bgr(np.dstack([grey, grey, grey, grey])), as_bgr(grey))


@pytest.mark.parametrize("shape", [(480, 640), (2224, 1080), (40, 3000), (10, 10)])
@pytest.mark.parametrize("noise", [False, True])
def test_any_picture_fits_in_forty_kilobytes(shape: tuple[int, int], noise: bool) -> None:
    """Pure noise, the worst case, fits; the aspect ratio is kept."""
    rng = np.random.default_rng(0)
    image = np.full((*shape, 3), 90, np.uint8)
    if noise:
        image = rng.integers(0, 255, image.shape, dtype=np.uint8)
    data = encode_jpeg(image)
    assert len(data) <= MAX_JPEG_BYTES
    back = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert back is not None
    assert max(back.shape) <= 640
    assert back.shape[0] / back.shape[1] == pytest.approx(shape[0] / shape[1], rel=0.1)


def test_a_picture_is_compressed_as_its_quality_allows() -> None:
    """A picture is stored with every roll, on a card that wears out."""
    noise = np.random.default_rng(0).integers(0, 255, (48, 64, 3), dtype=np.uint8)
    image = cv2.resize(noise, (640, 480), interpolation=cv2.INTER_CUBIC)
    usual = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 75])[1]
    data = encode_jpeg(image, max_bytes=usual.size)
    assert len(data) < 0.97 * usual.size
    assert np.array_equal(decode_jpeg(data), cv2.imdecode(usual, cv2.IMREAD_COLOR))
