"""Composite rendered dice onto real and generated backgrounds."""

from math import dist

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.training.photographs import Photograph
from models.training.rng import one_of
from models.training.sprites import LabelledSprite
from vision.bounding_box import BoundingBox, centre, mean_side, shift_box
from vision.frame import Image
from vision.virtual.die import Sprite, linear_to_srgb_bytes, paste_sprite

_BYTE = np.arange(256) / 255.0
_DECODE = np.where(_BYTE <= 0.04045, _BYTE / 12.92, ((_BYTE + 0.055) / 1.055) ** 2.4)
"""The sRGB curve (IEC 61966-2-1), for each of 256 levels."""


def to_linear(image: Image) -> NDArray[np.float32]:
    """Invert `linear_to_srgb_bytes`: BGR bytes (H, W, 3) to linear RGB float32."""
    return np.ascontiguousarray(_DECODE.astype(np.float32)[image][..., ::-1])


def resize_sprite(die: LabelledSprite, size: float, shade: float = 1.0) -> Sprite:
    """Return a stored die resized so that its outline's mean side is `size` pixels.

    `shade` (0..1) is how much of its shadow remains: there is light from other directions, too.
    """
    x1, y1, x2, y2 = die.box
    scale = size / max(1.0, (x2 - x1 + y2 - y1) / 2)
    side = max(8, round(die.alpha.shape[0] * scale))
    scale = side / die.alpha.shape[0]
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    rgb, alpha, shadow = (
        np.asarray(cv2.resize(a.astype(np.float32), (side, side), interpolation=how), np.float32)
        for a in (die.rgb, die.alpha, die.shadow)
    )
    box = (x1 * scale, y1 * scale, x2 * scale, y2 * scale)
    return Sprite(rgb, alpha, 1 - shade * (1 - shadow), box)


def paste_die(
    linear: NDArray[np.float32],
    die: LabelledSprite,
    at: tuple[float, float],
    size: float,
    shade: float = 1.0,
) -> BoundingBox:
    """Paste `die` into `linear` (H, W, 3) with its outline's centre at `at`; return its box.

    `size` and `shade` are as in `resize_sprite`.
    """
    sprite = resize_sprite(die, size, shade)
    x, y = centre(sprite.box)
    left, top, half = round(at[0] - x), round(at[1] - y), sprite.alpha.shape[0] / 2
    paste_sprite(linear, sprite, left + half, top + half)
    return shift_box(sprite.box, left, top)


def scatter(
    image: Image,
    dice: list[LabelledSprite],
    size: float,
    taken: list[BoundingBox],
    rng: Generator,
    crowded: bool,
    shade: float = 1.0,
) -> tuple[Image, list[BoundingBox], list[LabelledSprite]]:
    """Scatter `dice` on `image`, clear of `taken`; return the picture, boxes and placed dice.

    `size` is their mean side in pixels. `crowded` dice are placed so that they touch if possible.
    """
    linear = to_linear(image)
    boxes: list[BoundingBox] = []
    laid: list[LabelledSprite] = []
    height, width = image.shape[:2]
    for die in dice:
        own = size * rng.uniform(0.93, 1.07)
        for _ in range(8):
            at = (rng.uniform(0, width), rng.uniform(0, height))
            if crowded and boxes:
                bx = one_of(rng, boxes)
                turn, gap = rng.uniform(0, 2 * np.pi), own * rng.uniform(0.85, 1.25)
                at = (
                    (bx[0] + bx[2]) / 2 + gap * np.cos(turn),
                    (bx[1] + bx[3]) / 2 + gap * np.sin(turn),
                )
            if all(_apart(at, own, box) for box in boxes + taken):
                boxes.append(paste_die(linear, die, at, own, shade))
                laid.append(die)
                break
    return linear_to_srgb_bytes(linear), boxes, laid


def _apart(at: tuple[float, float], size: float, box: BoundingBox) -> bool:
    """Return whether a die of `size` at `at` does not overlap the die in `box`; it may touch it."""
    return dist(at, centre(box)) >= 0.42 * (size + mean_side(box))


def bare_patch(photograph: Photograph, rng: Generator, side: int) -> Image | None:
    """Return a square without dice from a photograph, resized to `side`; None if there is none."""
    if photograph.unlabelled != "none":
        return None
    height, width = photograph.image.shape[:2]
    for _ in range(6):
        span = int(min(height, width) * rng.uniform(0.15, 0.6))
        x, y = int(rng.integers(0, width - span)), int(rng.integers(0, height - span))
        if all(
            d.box[2] < x or d.box[0] > x + span or d.box[3] < y or d.box[1] > y + span
            for d in photograph.dice
        ):
            patch = photograph.image[y : y + span, x : x + span]
            return np.asarray(
                cv2.resize(patch, (side, side), interpolation=cv2.INTER_AREA), np.uint8
            )
    return None
