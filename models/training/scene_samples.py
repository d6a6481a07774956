"""Endless scenes for the detector, with their target maps."""

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.training.augment import augment
from models.training.backgrounds import add_clutter, random_background
from models.training.compose import scatter
from models.training.mining import MinedExamples
from models.training.photographs import FOLDERS, Photograph
from models.training.rng import one_of
from models.training.sprites import LabelledSprite
from models.training.training_scene import (
    CELLS,
    HUGE,
    SIDE,
    TrainingScene,
    forget,
    move_box,
    slices_of,
    stretched,
    target_maps,
    visible,
)
from models.training.unreadable import HIDDEN, burnt_at, hidden_under
from vision.bounding_box import BoundingBox, centre, mean_side, rotate_box
from vision.classifiers import COVERED, GLARE, STACKED
from vision.detector import STRIDE
from vision.frame import Image

USUAL = (15.0, 130.0)  # usual sizes of a die in a scene, in pixels
FULL_SHARE = 0.2  # of drawn scenes: a tray full of small dice
STACK_SHARE = 0.2  # of drawn scenes: dice may lie on others
GONE = 0.95  # hidden share of a die above which nothing of it is visible
HIDDEN_SHARE, BURNT_SHARE = 0.1, 0.05  # of all scenes: with a covered die, with glare on a die
CLOSE_SHARE, MISTAKE_SHARE = 0.06, 0.15  # of real scenes: around a huge die, around a mistake


class SceneSamples:
    """Draws scenes from photographs, rendered dice, and both together."""

    def __init__(
        self,
        photographs: list[Photograph],
        store: list[list[LabelledSprite]],
        mined: MinedExamples,
        rng: Generator,
    ) -> None:
        self._rng = rng
        self._mined = mined
        self._store = store
        self._photographs: dict[str, list[Photograph]] = {}
        for photograph in photographs:
            if photograph.unlabelled != "unknown" and photograph.dice:
                self._photographs.setdefault(photograph.folder, []).append(photograph)
        self._folders = list(self._photographs)
        shares = np.array([FOLDERS[folder].scene_weight for folder in self._folders])
        self._shares = shares / shares.sum() if len(shares) else shares
        self._grounds = [random_background(rng, SIDE) for _ in range(40)]

    def __iter__(self) -> Iterator[tuple[Image, NDArray[np.float32]]]:
        while True:
            scene = self.draw()
            yield scene.image, target_maps(scene)

    def draw(self) -> TrainingScene:
        """Return one scene of SIDE x SIDE pixels."""
        rng = self._rng
        if self._folders and rng.random() < 0.7:
            scene = self._real()
            extra = rng.random() < 0.15
        else:
            scene = TrainingScene(self._ground(), [], [], np.ones((CELLS, CELLS), np.float32))
            extra = rng.random() < 0.93
        if extra:
            scene = self._with_rendered(scene)
        if rng.random() < 0.25:
            scene = replace(scene, image=add_clutter(scene.image, rng, scene.boxes))
        if scene.boxes and rng.random() < HIDDEN_SHARE:
            scene = self._hide(scene)
        scene = replace(scene, image=augment(scene.image, rng))
        if scene.boxes and rng.random() < BURNT_SHARE:
            scene = self._burn(scene)
        return stretched(scene, rng.uniform(-0.4, 0.4)) if rng.random() < 0.1 else scene

    def _real(self) -> TrainingScene:
        rng = self._rng
        places = self._mined.hard_negatives
        if places and rng.random() < MISTAKE_SHARE:
            photograph, centre, size = one_of(rng, places)
            return real_scene(photograph, rng, centre, size)
        folder = self._folders[int(rng.choice(len(self._folders), p=self._shares))]
        photograph = one_of(rng, self._photographs[folder])
        die = one_of(rng, photograph.dice)
        return real_scene(photograph, rng, die.centre, die.size)

    def _ground(self) -> Image:
        rng = self._rng
        place = int(rng.integers(len(self._grounds)))
        if rng.random() < 0.08:
            self._grounds[place] = random_background(rng, SIDE)
        return self._grounds[place]

    def _with_rendered(self, scene: TrainingScene) -> TrainingScene:
        """Return `scene` with up to eight rendered dice of one group, sometimes touching."""
        rng, boxes = self._rng, scene.boxes
        full = not boxes and rng.random() < FULL_SHARE
        dice = self._some_dice(2) + self._some_dice(2) if full else self._some_dice()
        if boxes:
            size = float(np.clip(np.median([mean_side(box) for box in boxes]), *USUAL))
        else:
            size = float(np.exp(rng.uniform(np.log(USUAL[0]), np.log(32 if full else 90))))
        crowded = bool(rng.random() < 0.45)
        image, more, laid = scatter(scene.image, dice, size, boxes, rng, crowded=crowded)
        labels = [die.label for die in laid]
        return TrainingScene(image, boxes + more, scene.labels + labels, scene.known)

    def _hide(self, scene: TrainingScene) -> TrainingScene:
        """Cover a die, and perhaps others, with something.

        A die that is fully hidden is removed; one that is barely visible is ignored in training.
        """
        rng = self._rng
        box = one_of(rng, scene.boxes)
        plain = np.full_like(scene.image, rng.integers(0, 256, 3))
        over = plain if rng.random() < 0.6 else self._ground()
        image, mask = hidden_under(scene.image, box, rng, over)
        boxes, labels, known = [], [], scene.known.copy()
        for die, label in zip(scene.boxes, scene.labels, strict=True):
            share = _share_of(mask, die, 0.35)  # of the centre, where the face is
            if share <= HIDDEN[1]:
                boxes.append(die)
                labels.append(COVERED if share >= HIDDEN[0] else label)
            elif _share_of(mask, die, 0.5) < GONE:
                forget(known, die)
        return TrainingScene(image, boxes, labels, known)

    def _burn(self, scene: TrainingScene) -> TrainingScene:
        """Add glare to the face of a die, unless it is cut by the border."""
        place, labels = int(self._rng.integers(len(scene.boxes))), list(scene.labels)
        image = burnt_at(scene.image, scene.boxes[place], self._rng)
        if image is scene.image:
            return scene
        labels[place] = GLARE
        return TrainingScene(image, scene.boxes, labels, scene.known)

    def _some_dice(self, least: int = 1) -> list[LabelledSprite]:
        """Return up to eight dice that were rendered together, seldom with stacks among them.

        Other dice with a neighbour in their sprite are left out: it would have to be found, too.
        """
        also = [STACKED] if self._rng.random() < STACK_SHARE else []
        drawn = one_of(self._rng, self._store)
        group = [die for die in drawn if die.label in also or die.box == die.whole_box]
        count = int(self._rng.integers(min(least, len(group)), len(group) + 1))
        return [group[int(i)] for i in self._rng.permutation(len(group))[:count]]


def real_scene(
    photograph: Photograph, rng: Generator, centre: tuple[float, float], size: float
) -> TrainingScene:
    """Return a square of a photograph at a random scale, rotated, mirrored and stretched.

    The object at `centre` of `size` pixels is usually part of the scene, with a size in USUAL.
    """
    wanted = np.exp(rng.uniform(np.log(USUAL[0]), np.log(USUAL[1])))
    if rng.random() < CLOSE_SHARE:
        wanted = rng.uniform(HUGE, 2 * HUGE)
    fill = SIDE / (1.6 * max(photograph.image.shape))  # do not shrink the picture too much
    zoom = float(np.clip(wanted / size, fill, 3.0))
    stretch = np.exp(rng.normal(0, 0.1))
    zx, zy = zoom * stretch**0.5, zoom / stretch**0.5
    if rng.random() < 0.5:
        zx = -zx
    x, y = centre
    if rng.random() < 0.15:  # anywhere, even without a die
        height, width = photograph.image.shape[:2]
        x, y = rng.uniform(0, width), rng.uniform(0, height)
    tx = SIDE * rng.uniform(0.1, 0.9) - zx * x
    ty = SIDE * rng.uniform(0.1, 0.9) - zy * y
    matrix = np.array([[zx, 0, tx], [0, zy, ty]])
    source = photograph.image
    if zoom < 0.67:  # average down first, as the reader does
        source = np.asarray(
            cv2.resize(source, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA), np.uint8
        )
    (height, width), (full_height, full_width) = source.shape[:2], photograph.image.shape[:2]
    warp = matrix / (width / full_width, height / full_height, 1.0)
    edge = int(rng.integers(0, 256)) if rng.random() < 0.3 else 114
    image = cv2.warpAffine(source, warp, (SIDE, SIDE), borderValue=(edge, edge, edge))
    boxes = [move_box(d.box, zx, zy, tx, ty) for d in photograph.dice]
    known = np.ones((CELLS, CELLS), np.float32)
    if photograph.unlabelled == "elsewhere":
        known = _near(boxes)
    image, boxes, known = _quarter_turns(
        np.asarray(image, np.uint8), boxes, known, int(rng.integers(4))
    )
    seen = [i for i, box in enumerate(boxes) if visible(box) > 0]
    labels = [photograph.dice[i].face - 1 for i in seen]
    return TrainingScene(image, [boxes[i] for i in seen], labels, known)


def _quarter_turns(
    image: Image, boxes: list[BoundingBox], known: NDArray[np.float32], turns: int
) -> tuple[Image, list[BoundingBox], NDArray[np.float32]]:
    boxes = [rotate_box(box, (SIDE, SIDE), turns) for box in boxes]
    return np.ascontiguousarray(np.rot90(image, turns)), boxes, np.rot90(known, turns).copy()


def _near(boxes: list[BoundingBox]) -> NDArray[np.float32]:
    """Return 1 in and close to the boxes, 0 elsewhere."""
    known = np.zeros((CELLS, CELLS), np.float32)
    for x1, y1, x2, y2 in boxes:
        cells = np.array([x1, y1, x2, y2]) / STRIDE
        cv2.rectangle(
            known, (int(cells[0]), int(cells[1])), (int(cells[2]), int(cells[3])), 1.0, -1
        )
    return known


def _share_of(mask: NDArray[np.float32], box: BoundingBox, reach: float) -> float:
    """Return the share of the centre of `box` that `mask` covers, 0 outside the mask.

    The centre extends `reach` sides in each direction.
    """
    (x, y), half = centre(box), reach * mean_side(box)
    part = mask[slices_of((x - half, y - half, x + half, y + half))]
    return float(part.mean()) if part.size else 0.0
