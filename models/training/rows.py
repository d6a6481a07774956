"""Photographed dice laid out face to face in a row, as dominoes lie."""

import cv2
import numpy as np
from numpy.random import Generator

from models.training.photographs import LabelledDie, Photograph
from models.training.rng import one_of
from vision.classifiers import crop_square
from vision.frame import Image

MAX_ALIGNED_SIZE = 1.1  # of a die parallel to the picture's sides, in sizes of the smallest
MIN_SIZE = 20.0  # of such a die, in pixels
DICE_PER_ROW = (2, 5)  # half-open range
DicePool = list[tuple[Photograph, LabelledDie]]


def find_aligned_dice(photographs: list[Photograph]) -> list[DicePool]:
    """Return for each photograph the dice parallel to its sides: they have the smallest boxes."""
    found = []
    for photograph in photographs:
        least = min((die.size for die in photograph.dice), default=0.0)
        dice = [
            (photograph, d) for d in photograph.dice if MIN_SIZE < d.size < MAX_ALIGNED_SIZE * least
        ]
        if len(photograph.dice) > 1 and dice:
            found.append(dice)
    return found


def lay_in_row(
    dice: DicePool, ground: Image, rng: Generator
) -> tuple[Image, tuple[float, float], float, LabelledDie]:
    """Lay some of the `dice` of one photograph face to face in a row on `ground`.

    Returns the picture, and for one of these dice its centre, its size in pixels, and the die.
    """
    chosen = [one_of(rng, dice) for _ in range(int(rng.integers(*DICE_PER_ROW)))]
    side = round(float(np.median([die.size for _, die in chosen])))
    tight = rng.uniform(0.92, 1.02)
    row = np.hstack([
        crop_square(photograph.image, die.centre, tight * die.size, side=side)
        for photograph, die in chosen
    ])  # fmt: skip
    wide, edge = side * (len(chosen) + 4), 2 * side
    picture = np.asarray(cv2.resize(ground, (wide, 5 * side)), np.uint8)
    picture[edge : edge + side, edge : edge + row.shape[1]] = row
    place = int(rng.integers(len(chosen)))
    return picture, (edge + side * (place + 0.5), edge + side / 2), float(side), chosen[place][1]
