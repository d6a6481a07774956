"""Samples for the corners of cards: crops of rough outlines in drawn scenes."""

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
from numpy.random import Generator

from models.training.augment import augment
from models.training.card_finder_samples import VISIBLE, scene_views
from models.training.card_scenes import SIDE, CardScene
from models.training.rng import one_of
from vision.card_finder import CORNER_UNIT, CROP_CORNERS, cut_crop, quadrilateral_iou
from vision.frame import Array, Image

CROPS = 10  # of one picture
CARDS = 0.75  # share of crops that show a card, in pictures with cards
CARD_IOU, OTHER_IOU = 0.45, 0.3  # an outline shows a card from the one, and none below the other
MIXED = 256  # crops from which the next one is taken
FAR = 2.2  # a corner that lies further from its place in the crop is not taught
MIN_SIDE = 8.0  # pixels of an outline


class CardCornerSamples:
    """An endless stream of crops with their target (9,).

    First 1 for a card and 0 for none, then how far its corners are from CROP_CORNERS, in units of
    CORNER_UNIT; NaN if there is none.
    """

    def __init__(self, cards: Sequence[Image], grounds: Sequence[Image], rng: Generator) -> None:
        self._rng, self._scenes = rng, scene_views(cards, grounds, rng)

    def __iter__(self) -> Iterator[tuple[Image, Array]]:
        mixed = list[tuple[Image, Array]]()  # a batch must not show one picture only
        for sample in self._crops():
            if len(mixed) < MIXED:
                mixed.append(sample)
            else:
                place = int(self._rng.integers(MIXED))
                yield mixed[place]
                mixed[place] = sample

    def _crops(self) -> Iterator[tuple[Image, Array]]:
        rng = self._rng
        for scene in self._scenes:
            picture = augment(scene.picture, rng)
            for _ in range(CROPS):
                quad, rough = _rough_outline(scene, rng)
                if not cv2.isContourConvex(rough) or cv2.arcLength(rough, True) < 4 * MIN_SIDE:
                    continue
                crop, way = cut_crop(picture, rough)
                target = np.full(9, np.nan, np.float32)
                if quad is None:
                    target[0] = 0
                    useful = _best_iou(scene, rough) < OTHER_IOU
                else:
                    target[0], target[1:] = 1, corner_target(quad, way)
                    useful = (
                        quadrilateral_iou(quad, rough) > CARD_IOU and np.abs(target).max() < FAR
                    )
                if useful:
                    yield crop, target


def corner_target(quad: Array, way: Array) -> Array:
    """Return how far the corners of `quad` (4, 2) are from CROP_CORNERS (8,), in CORNER_UNIT.

    `way` is the homography to the crop. The first corner is that which lies nearest to the first.
    """
    seen = cv2.perspectiveTransform(quad[None].astype(np.float32), way)[0]
    if cv2.contourArea(seen, oriented=True) < 0:
        seen = seen[::-1]
    orders = [np.roll(seen, turn, axis=0) - CROP_CORNERS for turn in range(4)]
    best = min(orders, key=lambda off: float((off**2).sum()))
    return np.asarray(best.reshape(8) / CORNER_UNIT, np.float32)


def _rough_outline(scene: CardScene, rng: Generator) -> tuple[Array | None, Array]:
    """Return a card and a rough outline of it, or None and the outline of something else."""
    shown = [q for q, v in zip(scene.corners, scene.visible, strict=True) if v >= VISIBLE[1]]
    if shown and rng.random() < CARDS:
        quad = one_of(rng, shown)
        return quad, _roughly(quad, rng, 1.0)
    if scene.corners and rng.random() < 0.5:
        return None, _roughly(one_of(rng, scene.corners), rng, 5.0)
    size = np.exp(rng.uniform(*np.log((14, 100)))) * np.array((1, rng.uniform(1, 1.8)))
    flat = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * size / 2 + rng.uniform(0, SIDE, 2)
    return None, _roughly(flat.astype(np.float32), rng, 1.0)


def _roughly(quad: Array, rng: Generator, far: float) -> Array:
    """Return `quad` (4, 2) moved, turned, stretched and bent a little, moved `far` times more."""
    middle, size = quad.mean(axis=0), np.sqrt(cv2.contourArea(quad))
    spread = float(rng.choice((0.02, 0.1, 0.2)))
    turn = rng.normal(0, 1.6 * spread)
    cos, sin = np.cos(turn), np.sin(turn)
    stretched = (quad - middle) * np.exp(rng.normal(0, spread, 2))
    moved = stretched @ np.array([(cos, sin), (-sin, cos)]) + middle
    moved += rng.normal(0, spread / 2 * far, 2) * size + rng.normal(0, spread / 4, (4, 2)) * size
    return np.asarray(moved, np.float32)


def _best_iou(scene: CardScene, outline: Array) -> float:
    shown = [q for q, v in zip(scene.corners, scene.visible, strict=True) if v >= VISIBLE[0]]
    return max((quadrilateral_iou(outline, quad) for quad in shown), default=0.0)
