"""Small JPEGs of what the eye saw."""

import cv2
import numpy as np

from vision.frame import Image, reduced_size
from vision.protocol import MAX_JPEG_BYTES


def encode_jpeg(
    image: Image, longest: int = 640, most: int = MAX_JPEG_BYTES, best: int = 75
) -> bytes:
    """Return the picture (H, W, 3) as a JPEG of at most `most` bytes.

    Its longer side is at most `longest` pixels. Quality falls from the `best` first, then size.
    """
    share = min(1.0, longest / max(image.shape[:2]))
    while True:
        size = reduced_size(image, share)
        small = image if share == 1.0 else cv2.resize(image, size, interpolation=cv2.INTER_AREA)
        for quality in (best, 60, 40):
            how = [cv2.IMWRITE_JPEG_QUALITY, quality, cv2.IMWRITE_JPEG_OPTIMIZE, 1]
            good, data = cv2.imencode(".jpg", small, how)
            if good and data.size <= most:
                return np.asarray(data, np.uint8).tobytes()
        share *= 0.7


def decode_jpeg(data: bytes) -> Image:
    """Return the picture (H, W, 3) of a JPEG; raises ValueError for what is none."""
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if image is None:
        raise ValueError("no picture")
    return np.asarray(image, np.uint8)
