"""Samples for the card finder: drawn scenes, and the maps that it should answer."""

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.training.augment import augment
from models.training.card_scenes import SIDE, CardScene, draw_scene
from models.training.rng import one_of
from vision.card_finder import DIRECTIONS, RADIUS_UNIT, STRIDE
from vision.frame import Image

CELLS = SIDE // STRIDE
KEPT = 160  # scenes from which the next sample is taken
USES = 8  # samples from one scene, each turned and lit in another way
LEAST_CONTRAST = 60  # levels between the darkest and the lightest pixel of a sample
VISIBLE = (0.3, 0.5)  # a card of which less is visible counts as none; in between, as unknown
REACH = 0.3  # share of a card's size around its centre in which its outline is taught
SPREAD = 0.05  # share of a card's size: standard deviation of its peak in the heat map

Array = NDArray[np.float32]


def scene_views(
    cards: Sequence[Image], grounds: Sequence[Image], rng: Generator
) -> Iterator[CardScene]:
    """Yield drawn scenes without end, each several times, turned in another way."""
    kept = list[CardScene]()
    while True:
        if len(kept) < KEPT:
            kept.append(draw_scene(rng, cards, grounds))
        elif rng.random() < 1 / USES:
            kept[int(rng.integers(KEPT))] = draw_scene(rng, cards, grounds)
        yield turned(one_of(rng, kept), int(rng.integers(4)), mirrored=rng.random() < 0.5)


class CardFinderSamples:
    """An endless stream of pictures (SIDE, SIDE, 3) with their `target_maps`."""

    def __init__(self, cards: Sequence[Image], grounds: Sequence[Image], rng: Generator) -> None:
        self._rng, self._scenes = rng, scene_views(cards, grounds, rng)

    def __iter__(self) -> Iterator[tuple[Image, Array]]:
        for scene in self._scenes:
            picture = augment(scene.picture, self._rng)
            if np.ptp(picture[::4, ::4]) > LEAST_CONTRAST:
                yield picture, target_maps(scene)


def turned(scene: CardScene, quarters: int, *, mirrored: bool) -> CardScene:
    """Return a scene rotated left by quarter turns, and mirrored before."""
    picture, corners = scene.picture, scene.corners
    if mirrored:
        picture = picture[:, ::-1]
        corners = [(SIDE - 1, 0) + quad * (-1, 1) for quad in corners]
    for _ in range(quarters):
        corners = [(0, SIDE - 1) + quad[:, ::-1] * (1, -1) for quad in corners]
    picture = np.ascontiguousarray(np.rot90(picture, quarters))
    return CardScene(picture, [np.asarray(quad, np.float32) for quad in corners], scene.visible)


def target_maps(scene: CardScene) -> Array:
    """Return what the network should answer: (3 + DIRECTIONS, CELLS, CELLS).

    First the heat map of centres, then the weight of each cell in it, then 1 where the rest is
    taught: the logarithm of the distance to the outline in each direction, over RADIUS_UNIT.
    """
    target = np.zeros((3 + len(DIRECTIONS), CELLS, CELLS), np.float32)
    target[1] = 1
    nearest = np.full((CELLS, CELLS), np.inf, np.float32)
    across = (np.arange(CELLS, dtype=np.float32) + 0.5) * STRIDE - 0.5
    for quad, visible in zip(scene.corners, scene.visible, strict=True):
        if visible < VISIBLE[0]:
            continue
        x, y = centre_of(quad)
        size = float(np.sqrt(cv2.contourArea(quad)))
        off = (across[None] - x) ** 2 + (across[:, None] - y) ** 2
        row, column = int(y // STRIDE), int(x // STRIDE)
        inside = 0 <= row < CELLS and 0 <= column < CELLS
        spread = max(0.45 * STRIDE, SPREAD * size)
        peak = np.exp(-off / (2 * spread**2))
        if visible < VISIBLE[1] or not inside:
            target[1][peak > 0.1] = 0
            continue
        target[0] = np.maximum(target[0], np.minimum(peak, 0.99))
        target[0, row, column] = 1
        near = (off < max(STRIDE, REACH * size) ** 2) & (off < nearest)
        near[row, column] = True
        nearest[near] = off[near]
        rows, columns = np.nonzero(near)
        origins = np.stack([across[columns], across[rows]], axis=1)
        target[2][near] = 1
        target[3:, rows, columns] = np.log(distances_to_outline(origins, quad) / RADIUS_UNIT).T
    target[1][target[0] == 1] = 1
    return target


def centre_of(quad: Array) -> Array:
    """Return the middle (2,) of a card with the corners `quad` (4, 2): where its diagonals meet."""
    (a, b, c, d) = quad.astype(np.float64)
    how = np.stack([c - a, b - d], axis=1)
    share = np.linalg.solve(how, b - a)[0] if abs(np.linalg.det(how)) > 1 else 0.5
    return np.asarray(a + share * (c - a), np.float32)


def distances_to_outline(origins: Array, quad: Array) -> Array:
    """Return how far the outline of `quad` (4, 2) is from `origins` (N, 2) in each direction.

    At least one pixel, also outside the outline.
    """
    sides = np.roll(quad, -1, axis=0) - quad
    outwards = np.stack([sides[:, 1], -sides[:, 0]], axis=1)
    outwards *= np.sign((outwards * (quad - quad.mean(axis=0))).sum(axis=1, keepdims=True))
    far = ((quad[None] - origins[:, None]) * outwards[None]).sum(axis=2)  # (N, 4)
    speed = DIRECTIONS @ outwards.T  # (directions, 4)
    with np.errstate(divide="ignore", invalid="ignore"):
        reached = np.where(speed[None] > 1e-6, far[:, None] / speed[None], np.inf)
    return np.asarray(np.maximum(reached.min(axis=2), 1.0), np.float32)
