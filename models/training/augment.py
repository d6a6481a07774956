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
