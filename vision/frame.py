"""Frames and pictures: conversion, downscaling and JPEG encoding."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.protocol import MAX_JPEG_BYTES, is_small_jpeg

Image: TypeAlias = NDArray[np.uint8]
Array: TypeAlias = NDArray[np.float32]

DARK_LEVEL = 30  # level; a picture in which everything is darker shows no light
MAX_FILLER_SPREAD = 8  # levels by which the pixels of a picture of one colour may differ
OVEREXPOSED_LEVEL = 250  # level; a picture in which nearly everything is brighter shows nothing


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of a camera: `image` (H, W, 3) BGR, `t` seconds since its start, `number` from 0.

    Receivers may keep a frame but must not change its image.
    """

    image: Image
    t: float
    number: int

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture in pixels."""
        return self.image.shape[1], self.image.shape[0]


def as_bgr(image: NDArray[np.uint8]) -> Image:
    """Return `image` as (H, W, 3) BGR bytes, converted from grey (H, W), (H, W, 1) or BGRA.

    Raises ValueError for anything else.
    """
    if not isinstance(image, np.ndarray):
        raise ValueError(f"a picture is a numpy array, not {type(image).__name__}")
    if image.dtype != np.uint8:
        raise ValueError(f"a picture has bytes for pixels, not {image.dtype}")
    if image.ndim == 3 and image.shape[2] == 1:
        image = image[..., 0]
    if image.ndim not in (2, 3) or (image.ndim == 3 and image.shape[2] not in (3, 4)):
        raise ValueError(f"a picture is (H, W), (H, W, 3) or (H, W, 4), not {image.shape}")
    if image.size == 0:
        raise ValueError(f"an empty picture: {image.shape}")
    if image.ndim == 2:
        return np.asarray(cv2.cvtColor(image, cv2.COLOR_GRAY2BGR), np.uint8)
    return np.ascontiguousarray(image if image.shape[2] == 3 else image[..., :3])


def reduced_size(image: Image, share: float) -> tuple[int, int]:
    """Return width and height of a picture reduced to `share` of its size; at least 1 each.

    >>> reduced_size(np.zeros((1, 4000, 3), np.uint8), 0.16)
    (640, 1)
    """
    return max(1, round(image.shape[1] * share)), max(1, round(image.shape[0] * share))


def shrink_by_halving(image: Image, max_factor: float) -> tuple[Image, float]:
    """Halve a picture repeatedly, at most to 1/`max_factor`; return it and the actual factor.

    Halving averages pixels, and is several times faster than any other reduction.
    """
    shrunk = 1.0
    while max_factor >= 2 * shrunk and min(image.shape[:2]) > 1:
        image = image[: image.shape[0] & ~1, : image.shape[1] & ~1]
        half = (image.shape[1] // 2, image.shape[0] // 2)
        image = np.asarray(cv2.resize(image, half, interpolation=cv2.INTER_AREA), np.uint8)
        shrunk *= 2
    return image, shrunk


def blank_colour(image: Image) -> Literal["black", "white"] | None:
    """Return "black" or "white" if a picture, or a sample of its pixels, is blank; else None.

    A fiftieth of a white picture may differ. Of a black one, at most a thousandth may, such as
    a broken pixel or a small dial: a few dice on black felt cover less than a hundredth.
    """
    if np.percentile(image, 99.9) < DARK_LEVEL:
        return "black"
    return "white" if np.percentile(image, 2) >= OVEREXPOSED_LEVEL else None


def is_one_colour(image: Image) -> bool:
    """Return whether a picture (H, W, 3) has one colour: a decoder's filler, not a tray.

    Even an empty tray has noise and a gradient of light. Black or white pictures may be real, from
    a dark room or a lens that faces a lamp (see `blank_colour`).
    """
    some = image[::16, ::16].reshape(-1, image.shape[-1])
    return int(np.ptp(some, axis=0).max()) <= MAX_FILLER_SPREAD and blank_colour(some) is None


def encode_jpeg(
    image: Image, max_side: int = 640, max_bytes: int = MAX_JPEG_BYTES, best_quality: int = 75
) -> bytes:
    """Return the picture (H, W, 3) as a JPEG of at most `max_bytes`.

    Its longer side has at most `max_side` pixels. If the file is too large, the quality is reduced
    first, from `best_quality` (0 to 100) down, and then the size.
    """
    share = min(1.0, max_side / max(image.shape[:2]))
    while True:
        size = reduced_size(image, share)
        small = image if share == 1.0 else cv2.resize(image, size, interpolation=cv2.INTER_AREA)
        for quality in (best_quality, 60, 40):
            how = [cv2.IMWRITE_JPEG_QUALITY, quality, cv2.IMWRITE_JPEG_OPTIMIZE, 1]
            good, data = cv2.imencode(".jpg", small, how)
            if good and data.size <= max_bytes:
                return np.asarray(data, np.uint8).tobytes()
        share *= 0.7


def decode_jpeg(data: bytes) -> Image:
    """Return the picture (H, W, 3) of a JPEG; raises ValueError if it isn't one or is too large."""
    buffer = np.frombuffer(data, np.uint8)
    image = cv2.imdecode(buffer, cv2.IMREAD_COLOR) if is_small_jpeg(data) else None
    if image is None:
        raise ValueError("no picture")
    return np.asarray(image, np.uint8)
