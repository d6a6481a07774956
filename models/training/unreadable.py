"""Create dice that must not be played: blurred, with glare, covered, or touching.

The effects are so strong that a person would not be certain of the face. Those of `augment` are so
mild that a die remains readable. Nothing in between is created.
"""

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.training.augment import Floats
from models.training.photographs import Photograph
from vision.bounding_box import BoundingBox, centre, enclosing_box, mean_side
from vision.frame import Image

BLUR = (0.1, 0.2)  # of the die's side: the sigma of a blur that merges pips
SMEAR = (0.4, 0.9)  # of the die's side: the length of a motion blur that merges pips
OVEREXPOSED = 0.3  # minimum overexposed share of the face
HIDDEN = (0.25, 0.75)  # covered share of the face


def blurred(crop: Image, rng: Generator, die_share: float) -> Image:
    """Return the square `crop` out of focus or with motion blur, unreadable.

    `die_share` is the die's side divided by the crop's, here and below.
    """
    die = crop.shape[0] * die_share
    if rng.random() < 0.5:
        return np.asarray(cv2.GaussianBlur(crop, (0, 0), die * rng.uniform(*BLUR)), np.uint8)
    length = int(die * rng.uniform(*SMEAR)) | 1
    kernel: Floats = np.zeros((length, length), np.float32)
    kernel[length // 2] = 1.0
    turn = cv2.getRotationMatrix2D(((length - 1) / 2,) * 2, rng.uniform(0, 180), 1)
    kernel = np.asarray(cv2.warpAffine(kernel, turn, (length, length)), np.float32)
    border = cv2.BORDER_REPLICATE
    return np.asarray(cv2.filter2D(crop, -1, kernel / kernel.sum(), borderType=border), np.uint8)


def burnt(crop: Image, rng: Generator, die_share: float) -> Image:
    """Return `crop` with a lamp's reflection so bright that nothing of the face is visible."""
    side = crop.shape[0]
    face = _face(side, die_share)
    for _ in range(20):
        light: Floats = np.zeros((side, side), np.float32)
        middle = rng.normal(side / 2, 0.15 * side * die_share, 2).astype(int)
        axes = (side * die_share * rng.uniform(0.25, 0.6, 2)).astype(int)
        turn = rng.uniform(0, 180)
        cv2.ellipse(
            light, (int(middle[0]), int(middle[1])), (int(axes[0]), int(axes[1])), turn, 0, 360,
            float(rng.uniform(260, 600)), -1,
        )  # fmt: skip
        soft = cv2.GaussianBlur(light, (0, 0), side * rng.uniform(0.02, 0.1))
        lit = np.clip(crop.astype(np.float32) + soft[..., None], 0, 255)
        if float((lit.min(axis=2) >= 250)[face].mean()) >= OVEREXPOSED:
            return np.asarray(lit, np.uint8)
    return np.full_like(crop, 255)


def covered(crop: Image, rng: Generator, die_share: float, over: Image) -> Image:
    """Return `crop` with a piece of `over`, a picture as large, on the die: a card, a finger."""
    side = crop.shape[0]
    face = _face(side, die_share)
    for _ in range(30):
        mask = _piece((side, side), (side / 2, side / 2), side * die_share, rng)
        if HIDDEN[0] <= float(mask[face].mean()) <= HIDDEN[1]:
            break
    return _under(crop, mask, over, side * die_share, rng)


def _under(image: Image, mask: Floats, over: Image, die: float, rng: Generator) -> Image:
    """Return `image` covered by `over` where `mask` is, with a shadow next to it."""
    soft = cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.4, 1.2))[..., None]
    drop = cv2.GaussianBlur(mask, (0, 0), die * rng.uniform(0.03, 0.11))[..., None]
    shaded = image * (1 - rng.uniform(0.0, 0.6) * drop)
    return np.asarray(np.clip(shaded * (1 - soft) + over * soft, 0, 255), np.uint8)


def cut_off(crop: Image, rng: Generator, die_share: float) -> Image:
    """Return `crop` as if the picture's border cut the die: the last pixels repeat outside."""
    side = crop.shape[0]
    seen = rng.uniform(1 - HIDDEN[1], 1 - HIDDEN[0])
    edge = round(side * (0.5 + die_share * (seen - 0.5)))
    part = np.rot90(crop, int(rng.integers(4)))[:edge]
    whole = cv2.copyMakeBorder(
        np.ascontiguousarray(part), 0, side - edge, 0, 0, cv2.BORDER_REPLICATE
    )
    return np.asarray(whole, np.uint8)


def hidden_under(
    image: Image, die: BoundingBox, rng: Generator, over: Image
) -> tuple[Image, Floats]:
    """Return `image` with a piece of `over`, a picture as large, on `die`, and its mask, 0..1."""
    mask = _piece(image.shape[:2], centre(die), mean_side(die), rng)
    return _under(image, mask, over, mean_side(die), rng), mask


def burnt_at(image: Image, die: BoundingBox, rng: Generator) -> Image:
    """Return `image` with a lamp's reflection in the face of `die`, unchanged near the border."""
    (x, y), reach = centre(die), round(1.2 * mean_side(die))
    left, top = max(0, round(x) - reach), max(0, round(y) - reach)
    around = np.s_[top : round(y) + reach, left : round(x) + reach]
    if image[around].shape[:2] != (2 * reach, 2 * reach):  # the border cuts it
        return image
    lit = image.copy()
    lit[around] = burnt(image[around], rng, 1 / 2.4)
    return lit


def find_touching_dice(photographs: list[Photograph]) -> list[tuple[Image, BoundingBox]]:
    """Return the picture, and the box around both dice, of each pair that lies side by side."""
    return [
        (photograph.image, enclosing_box(a.box, b.box))
        for photograph in photographs
        for place, a in enumerate(photograph.dice)
        for b in photograph.dice[place + 1 :]
        if np.hypot(a.centre[0] - b.centre[0], a.centre[1] - b.centre[1]) < 1.15 * a.size
        and 0.8 < a.size / b.size < 1.25
    ]


def _face(side: int, die_share: float) -> NDArray[np.bool_]:
    """Mark where the pips of a die in the centre of a square crop can be."""
    y, x = np.mgrid[0:side, 0:side] - (side - 1) / 2
    return np.asarray(np.hypot(x, y) < 0.4 * side * die_share, np.bool_)


def _piece(shape: tuple[int, ...], at: tuple[float, float], die: float, rng: Generator) -> Floats:
    """Draw the mask, 0 or 1, of something that covers a die of `die` pixels at `at`.

    It is a bar across (a pencil, a finger), everything beyond an edge (a card), or a scrap, in a
    picture of `shape`.
    """
    mask: Floats = np.zeros(shape, np.float32)
    far = 2 * max(shape)  # outside the picture
    turn = rng.uniform(0, 2 * np.pi)
    along = np.array([np.cos(turn), np.sin(turn)])
    aside = np.array([-along[1], along[0]])
    middle = np.array(at) + aside * rng.normal(0, 0.2 * die)
    kind = rng.random()
    if kind < 0.4:
        tip = (middle + along * rng.uniform(-0.35, 0.6) * die).astype(int)
        end = (middle - along * far).astype(int)
        wide = max(3, int(die * rng.uniform(0.2, 0.7)))
        cv2.line(mask, (int(end[0]), int(end[1])), (int(tip[0]), int(tip[1])), 1.0, wide)
        return mask
    if kind < 0.8:
        edge = np.array(at) + along * rng.uniform(-0.25, 0.25) * die
        corners = np.stack([
            edge + aside * far, edge - aside * far,
            edge - aside * far - along * far, edge + aside * far - along * far,
        ])  # fmt: skip
        cv2.fillPoly(mask, [corners.astype(np.int32)], 1.0)
        return mask
    corners = middle + rng.normal(0, 0.4 * die, (6, 2))
    cv2.fillPoly(mask, [cv2.convexHull(corners.astype(np.int32))], 1.0)
    return mask
