"""Image augmentation: colour, shadow, blur, noise and JPEG artefacts."""

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.frame import Image

Floats = NDArray[np.float32]

_RAMP = np.arange(256, dtype=np.float32) / 255


def augment(image: Image, rng: Generator) -> Image:
    """Return `image` (H, W, 3) as if taken by another camera in another light."""
    image = recolour(image, rng)
    if rng.random() < 0.3:
        image = shade(image, rng)
    if rng.random() < 0.08:
        image = glare(image, rng)
    if rng.random() < 0.5:
        image = soften(image, rng)
    if rng.random() < 0.5:
        image = add_noise(image, rng)
    if rng.random() < 0.45:
        image = compress(image, int(rng.integers(25, 92)))
    return image


def recolour(image: Image, rng: Generator) -> Image:
    """Return `image` with a different white balance, gain and gamma; sometimes grey or negative."""
    chance = rng.random()
    if chance < 0.14:
        grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
        image = np.repeat(grey[..., None], 3, axis=2)
    elif chance < 0.3:
        image = _turn_hue(image, rng)
    if rng.random() < 0.07:
        image = 255 - image  # dark dice on dark ground are rare in photographs
    gain = np.exp(rng.normal(0, 0.22)) * np.exp(rng.normal(0, 0.07, 3))
    if rng.random() < 0.08:
        gain = gain * rng.uniform(0.2, 0.6)  # a dark corner in the evening
    gamma = np.exp(rng.normal(0, 0.22))
    lift = rng.normal(0, 0.03)
    curve = np.clip(gain[None] * _RAMP[:, None] ** gamma + lift, 0, 1) * 255
    table = curve.astype(np.uint8)[None]
    return np.asarray(cv2.LUT(image, table), np.uint8)


def _turn_hue(image: Image, rng: Generator) -> Image:
    hsv = cv2.cvtColor(image, cv2.COLOR_BGR2HSV)
    hsv[..., 0] = (hsv[..., 0].astype(np.int16) + rng.integers(0, 180)) % 180
    factor = rng.uniform(0.4, 1.5)
    hsv[..., 1] = np.clip(hsv[..., 1] * factor, 0, 255).astype(np.uint8)
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR), np.uint8)


def repaint(image: Image, rng: Generator, die_share: float) -> Image:
    """Return the square `image` with its die in random colours, the body in one or two.

    A third may lie between them, as on dice with outlined pips. `die_share` is the die's side
    divided by the picture's. The table keeps its colours half of the time.
    """
    grey, side = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), image.shape[0]
    middle = slice(round(side * (0.5 - 0.4 * die_share)), round(side * (0.5 + 0.4 * die_share)))
    low, high = np.percentile(grey[middle, middle], (3, 97))
    if high - low < 30:
        return image
    light = np.clip((grey - low) / (high - low), 0, 1)
    first, last = _two_colours(rng)
    knots = [0.0, rng.uniform(0.3, 0.7), 1.0]
    colours = [first, (first + last) / 2, last]
    if rng.random() < 0.25:
        colours[1] = rng.uniform(0, 255, 3)
    painted = _by_lightness(light, knots, colours)
    if rng.random() < 0.35:  # two colours flow into each other
        end = int(rng.integers(0, 2)) * 2
        colours[end] = rng.uniform(0, 255, 3) * rng.uniform(0.2, 1)
        cells = rng.random((int(rng.integers(2, 5)), int(rng.integers(2, 5)))).astype(np.float32)
        field = cv2.resize(cells, (side, side), interpolation=cv2.INTER_CUBIC)
        share = np.clip((field - 0.5) * rng.uniform(2, 12) + 0.5, 0, 1)[..., None]
        painted = share * _by_lightness(light, knots, colours) + (1 - share) * painted
    amount = np.full((side, side, 1), rng.uniform(0.8, 1.0))
    if rng.random() < 0.5:
        y, x = np.mgrid[0:side, 0:side] - (side - 1) / 2
        reach = rng.uniform(0.5, 0.72) * side * die_share
        amount *= np.clip((reach - np.hypot(x, y)) / 3, 0, 1)[..., None]
    return np.asarray(np.clip(image * (1 - amount) + painted * amount, 0, 255), np.uint8)


def _two_colours(rng: Generator) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return two colours that can be distinguished, half of the time only just."""
    least = 45 if rng.random() < 0.5 else 90
    while True:
        first, last = rng.uniform(0, 255, (2, 3)) * rng.uniform(0.15, 1, (2, 1))
        if least < np.abs(first - last).max() < 3 * least:
            return first, last


def _by_lightness(
    light: NDArray[np.float64], knots: list[float], colours: list[NDArray[np.float64]]
) -> NDArray[np.float64]:
    return np.stack([np.interp(light, knots, [c[i] for c in colours]) for i in range(3)], axis=-1)


def fade(image: Image, rng: Generator) -> Image:
    """Return `image` with little contrast, as of unpainted or worn pips, or in a dim light."""
    mean = image.mean(axis=(0, 1)) * rng.uniform(0.3, 1.1)
    return np.asarray(
        np.clip(mean + rng.uniform(0.25, 0.65) * (image - image.mean(axis=(0, 1))), 0, 255),
        np.uint8,
    )


def shade(image: Image, rng: Generator) -> Image:
    """Return `image` with a hard or soft shadow edge, or a lamp's gradient, across it."""
    height, width = image.shape[:2]
    small: Floats = np.ones((32, 32), np.float32)
    corners = rng.uniform(-8, 40, (int(rng.integers(3, 6)), 2)).astype(np.int32)
    cv2.fillPoly(small, [cv2.convexHull(corners)], float(rng.uniform(0.25, 0.8)))
    blur = rng.uniform(0.3, 9.0)
    soft = cv2.GaussianBlur(small, (0, 0), blur)
    mask = cv2.resize(soft, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(np.clip(image * mask[..., None], 0, 255), np.uint8)


def glare(image: Image, rng: Generator) -> Image:
    """Return `image` with a lamp's reflection: a bright spot or streak with a soft edge."""
    height, width = image.shape[:2]
    small: Floats = np.zeros((32, 32), np.float32)
    middle = (int(rng.integers(4, 28)), int(rng.integers(4, 28)))
    axes = (int(rng.integers(1, 6)), int(rng.integers(1, 4)))
    cv2.ellipse(small, middle, axes, rng.uniform(0, 180), 0, 360, float(rng.uniform(60, 400)), -1)
    soft = cv2.GaussianBlur(small, (0, 0), rng.uniform(0.6, 3.0))
    light = cv2.resize(soft, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(np.clip(image + light[..., None], 0, 255), np.uint8)


def soften(image: Image, rng: Generator) -> Image:
    """Return `image` with defocus, motion blur, or a small sensor's resolution."""
    height, width = image.shape[:2]
    chance = rng.random()
    if chance < 0.4:
        return np.asarray(cv2.GaussianBlur(image, (0, 0), rng.uniform(0.4, 1.5)), np.uint8)
    if chance < 0.6:
        length = int(rng.integers(2, 7))
        kernel = np.zeros((length, length), np.float32)
        kernel[length // 2] = 1 / length
        turn = cv2.getRotationMatrix2D(((length - 1) / 2,) * 2, rng.uniform(0, 180), 1)
        turned = cv2.warpAffine(kernel, turn, (length, length))
        return np.asarray(cv2.filter2D(image, -1, turned / max(turned.sum(), 1e-3)), np.uint8)
    factor = rng.uniform(0.3, 0.8)
    size = (max(4, int(width * factor)), max(4, int(height * factor)))
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    how = cv2.INTER_LINEAR if rng.random() < 0.6 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(small, (width, height), interpolation=how), np.uint8)


def add_noise(image: Image, rng: Generator) -> Image:
    """Return `image` with sensor noise of 1 to 12 levels, per pixel or per channel."""
    spread = rng.uniform(1, 12) * rng.random()
    cv2.setRNGSeed(int(rng.integers(2**31)))  # cv2 has its own generator
    noise = cv2.randn(np.empty(image.shape, np.int16), (0, 0, 0), (spread, spread, spread))  # type: ignore[call-overload]
    return np.asarray(cv2.add(image, noise, dtype=cv2.CV_8U), np.uint8)


def compress(image: Image, quality: int) -> Image:
    """Return `image` after JPEG compression with `quality` (1..100)."""
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
