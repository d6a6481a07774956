"""Evidence is a JPEG of limited size."""

import cv2
import numpy as np
import pytest

from vision.frame import decode_jpeg, encode_jpeg
from vision.protocol import MAX_JPEG_BYTES


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


def test_a_picture_is_packed_as_well_as_its_quality_allows() -> None:
    """One is stored with every roll, on a card that wears out."""
    noise = np.random.default_rng(0).integers(0, 255, (48, 64, 3), dtype=np.uint8)
    image = cv2.resize(noise, (640, 480), interpolation=cv2.INTER_CUBIC)
    usual = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 75])[1]
    data = encode_jpeg(image, most=usual.size)
    assert len(data) < 0.97 * usual.size
    assert np.array_equal(decode_jpeg(data), cv2.imdecode(usual, cv2.IMREAD_COLOR))
