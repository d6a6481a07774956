"""Dice with a dog on some sides, and stills of it, for tests of taught faces."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.classifiers import crop_die
from vision.frame import Image
from vision.virtual.dog import draw_dog
from vision.virtual.look import BLACK_PIP, BODY_COLOURS, WHITE_PIP, DieLook
from vision.virtual.tray import VirtualTray


def dog_dice(design: int, sides: Sequence[int]) -> list[DieLook]:
    """Return two white dice and two black ones, with a dog on these sides."""
    looks = []
    for name, pips in (("white", BLACK_PIP), ("white", BLACK_PIP), ("black", WHITE_PIP)):
        look = DieLook(colour=name, body=BODY_COLOURS[name][0], pips=pips, one=pips, four=pips)
        looks.append(replace(look, emblems={side: draw_dog(design) for side in sides}))
    return [*looks, looks[-1]]


def rolled(looks: list[DieLook], seed: int) -> tuple[VirtualTray, Image]:
    """Return a tray with these dice at rest, and its picture."""
    tray = VirtualTray(np.random.default_rng(seed), looks)
    return tray, tray.frame(0.0)


def dog_stills(design: int, seed: int, trays: int = 2) -> list[Image]:
    """Return crops of dogs: four per tray, two of them on black dice."""
    stills = []
    for number in range(trays):
        tray, image = rolled(dog_dice(design, range(1, 7)), seed + number)
        stills += [crop_die(image, box) for box in tray.boxes]
    return stills
