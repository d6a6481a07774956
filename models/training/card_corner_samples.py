"""Samples for the corners of cards: crops of the rough outlines that the card finder proposes."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator

from models.training.augment import augment
from models.training.card_finder_samples import VISIBLE, scene_views
from models.training.card_scenes import CardScene
from models.training.rng import one_of
from vision.card_finder import (
    CORNER_UNIT,
    CROP_CORNERS,
    cut_crop,
    propose_outlines,
    quadrilateral_iou,
)
from vision.frame import Array, Image
from vision.onnx_model import OnnxModel

CARDS, OTHERS = 8, 6  # crops of one picture that show cards, and of other outlines
DRAWN_SHARE = 0.4  # of crops of cards: of an outline near the true one, as after the first crop
CARD_IOU, OTHER_IOU = 0.45, 0.3  # an outline shows a card from the one, and none below the other
PROPOSALS = 8  # of one picture, from which both are taken
MIXED = 600  # crops from which the next one is taken
FAR = 2.2  # a corner that lies further from its place in the crop is not taught
MIN_SIDE = 8.0  # pixels of an outline


class CardCornerSamples:
    """An endless stream of crops with their target (9,).

    First 1 for a card and 0 for none, then how far its corners are from CROP_CORNERS, in units of
    CORNER_UNIT; NaN if there is none. The first network, in the file `finder`, proposes outlines:
    those without a card are what the second one must tell from cards.
    """

    def __init__(
        self, cards: Sequence[Image], grounds: Sequence[Image], finder: Path, rng: Generator
    ) -> None:
        self._rng, self._scenes = rng, scene_views(cards, grounds, rng)
        self._finder = OnnxModel(finder, threads=1)

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
            answer = self._finder.run(picture[None])[0]
            for quad, rough in self._rough_outlines(scene, propose_outlines(answer, PROPOSALS)[0]):
                if not cv2.isContourConvex(rough) or cv2.arcLength(rough, True) < 4 * MIN_SIDE:
                    continue
                crop, way = cut_crop(picture, rough)
                target = np.full(9, np.nan, np.float32)
                target[0] = quad is not None
                if quad is not None:
                    target[1:] = corner_target(quad, way)
                    if quadrilateral_iou(quad, rough) <= CARD_IOU or np.abs(target).max() >= FAR:
                        continue
                yield crop, target

    def _rough_outlines(
        self, scene: CardScene, proposed: Sequence[Array]
    ) -> Iterator[tuple[Array | None, Array]]:
        """Yield cards with rough outlines of them, and None with outlines of something else."""
        rng = self._rng
        shown = [q for q, v in zip(scene.corners, scene.visible, strict=True) if v >= VISIBLE[1]]
        near = [
            (quad, one)
            for one in proposed
            for quad in shown
            if quadrilateral_iou(one, quad) > CARD_IOU
        ]
        for _ in range(CARDS if shown else 0):
            if near and rng.random() >= DRAWN_SHARE:
                yield one_of(rng, near)
            else:
                quad = one_of(rng, shown)
                yield quad, _roughly(quad, rng)
        others = [
            one
            for one in proposed
            if all(quadrilateral_iou(one, quad) < OTHER_IOU for quad in scene.corners)
        ]
        for _ in range(OTHERS if others else 0):
            yield None, _roughly(one_of(rng, others), rng)


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


def _roughly(quad: Array, rng: Generator) -> Array:
    """Return `quad` (4, 2) moved, turned, stretched and bent a little."""
    middle, size = quad.mean(axis=0), np.sqrt(cv2.contourArea(quad))
    spread = float(rng.choice((0.02, 0.05, 0.1)))
    turn = rng.normal(0, 1.6 * spread)
    cos, sin = np.cos(turn), np.sin(turn)
    stretched = (quad - middle) * np.exp(rng.normal(0, spread, 2))
    moved = stretched @ np.array([(cos, sin), (-sin, cos)]) + middle
    moved += rng.normal(0, spread / 2, 2) * size + rng.normal(0, spread / 4, (4, 2)) * size
    return np.asarray(moved, np.float32)
