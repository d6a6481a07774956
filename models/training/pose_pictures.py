"""Rendered pictures of dice in one perspective, some of them with a cocked or stacked die."""

from collections.abc import Iterator
from dataclasses import replace
from math import hypot
from multiprocessing import get_context

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.training.augment import add_noise, compress, recolour
from models.training.backgrounds import random_background
from models.training.compose import resize_sprite, to_linear
from models.training.evaluation_pictures import OTHER_SEED, EvaluationPicture
from models.training.looks import camera_view_of_place, random_light, random_look
from models.training.rng import one_of
from models.training.sprites import (
    LabelledSprite,
    Shot,
    draw_cocked,
    draw_dice,
    draw_stacked,
)
from vision.bounding_box import BoundingBox, mean_side, shift_box
from vision.classifiers import FACE_CLASSES
from vision.virtual.die import PlacedDie, linear_to_srgb_bytes, paste_sprite, rotation_of_pose
from vision.virtual.look import DieLook

SIDE = 640  # pixels of a picture
CELLS = 3  # cells of a grid in each direction; each may contain one die
WITHIN = 0.12  # maximum offset of a die from the centre of its cell, in cells, in each direction
DICE = 5
KINDS = ("plain", "cocked", "stacked")
PIXELS = (30.0, 60.0)  # of an edge in the centre
FIELDS = (0.7, 1.6)  # side of the picture in focal lengths, from a telephoto to a wide-angle lens
HANGING = 0.5  # share of cameras that look straight down
MAX_TILT = 0.55  # of the other cameras, in radians
ONE_MAKE = 0.6  # share of pictures in which all dice are of one make
SIZES = (0.8, 1.25)  # relative sizes of other makes


def pose_pictures(count: int) -> Iterator[EvaluationPicture]:
    """Yield `count` pictures of the KINDS in turn; in each, at most one die does not lie flat.

    Only the upper die of a stack is labelled.
    """
    with get_context("fork").Pool(2) as pool:
        yield from pool.imap(_draw_picture, range(count), chunksize=8)


def _draw_picture(number: int) -> EvaluationPicture:
    rng = np.random.default_rng([OTHER_SEED, number])
    kind = KINDS[number % len(KINDS)]
    makes = [(random_look(rng), 1.0)]
    if rng.random() >= ONE_MAKE:
        makes = [(random_look(rng), rng.uniform(*SIZES)) for _ in range(DICE)]
    focal, px = SIDE / rng.uniform(*FIELDS), rng.uniform(*PIXELS)
    tilt = 0.0 if rng.random() < HANGING else rng.uniform(0, MAX_TILT)
    axis = (tilt, rng.uniform(-np.pi, np.pi))
    light, shade = random_light(rng), rng.uniform(0.5, 1.0)
    linear = to_linear(random_background(rng, SIDE))
    dice = []
    for i, (x, y) in enumerate(_places(rng)):
        right, down = x / focal, y / focal
        view = camera_view_of_place(axis, focal / px, right, -down)
        depth = view.distance / hypot(1, right, down)
        look, size = one_of(rng, makes)
        shot = replace(view, distance=view.distance / size), light, focal / depth * size
        die = _draw_die(rng, "plain" if i else kind, look, shot)
        dice.append(
            (_lay(linear, die, (SIDE / 2 + x, SIDE / 2 + y), shade), FACE_CLASSES[die.label])
        )
    image = add_noise(recolour(linear_to_srgb_bytes(linear), rng), rng)
    image = compress(image, int(rng.integers(70, 96)))
    return EvaluationPicture(kind, str(number), image, None, tuple(dice), complete=False)


def _places(rng: Generator) -> Iterator[tuple[float, float]]:
    """Yield places of dice in cells of a grid, in pixels to the right and down of the centre."""
    cell = SIDE / CELLS
    for number in rng.permutation(CELLS * CELLS)[:DICE]:
        row, column = divmod(int(number), CELLS)
        x, y = rng.uniform(-WITHIN, WITHIN, 2)
        yield (column + x - (CELLS - 1) / 2) * cell, (row + y - (CELLS - 1) / 2) * cell


def _draw_die(rng: Generator, kind: str, look: DieLook, shot: Shot) -> LabelledSprite:
    face = int(rng.integers(1, 7))
    if kind == "cocked":
        return draw_cocked(rng, look, face, look, shot)
    if kind == "stacked":
        return draw_stacked(rng, look, face, look, shot)
    rotation = rotation_of_pose(look, face, rng.uniform(0, 2 * np.pi))
    return draw_dice(rng, [PlacedDie(look, rotation)], face - 1, shot)


def _lay(
    linear: NDArray[np.float32], die: LabelledSprite, at: tuple[float, float], shade: float
) -> BoundingBox:
    """Paste `die` at its rendered size with its centre `at` a place; return its box there."""
    sprite = resize_sprite(die, mean_side(die.box), shade)
    paste_sprite(linear, sprite, *at)
    half = die.alpha.shape[0] / 2
    return shift_box(die.box, round(at[0] - half), round(at[1] - half))
