"""The table, tray and lamp of virtual dice, and random sets of dice."""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.frame import Array
from vision.virtual.light import Lighting
from vision.virtual.look import BLACK_PIP, BODY_COLOURS, RED_PIP, WHITE_PIP, DieLook, Rgb

PICTURE_SIZE = (640, 480)  # width and height of the picture
TRAY_FLOOR = (50, 46, 590, 434)  # the floor of the tray: x1, y1, x2, y2
DIE_EDGE = 38.0  # pixels of a die edge

FLOOR_COLOURS: tuple[Rgb, ...] = (
    (0.03, 0.14, 0.05),  # green felt
    (0.16, 0.02, 0.03),  # burgundy felt
    (0.02, 0.04, 0.14),  # navy felt
    (0.05, 0.05, 0.055),  # black leather
    (0.22, 0.12, 0.06),  # brown leather
    (0.28, 0.27, 0.25),  # grey cloth
)
WALL_COLOURS: tuple[Rgb, ...] = ((0.12, 0.05, 0.02), (0.03, 0.02, 0.015), (0.3, 0.17, 0.08))
TABLE_COLOURS: tuple[Rgb, ...] = ((0.35, 0.2, 0.1), (0.5, 0.36, 0.22), (0.18, 0.1, 0.06))


@dataclass(frozen=True, slots=True)
class Scenery:
    """The lamp, and the tray without dice: `empty` (480, 640, 3) float32 linear RGB."""

    light: Lighting
    empty: Array


def random_scenery(rng: np.random.Generator) -> Scenery:
    """Render a table with a tray on it, in random materials and light."""
    around, lean = rng.uniform(0, 2 * np.pi), rng.uniform(0.3, 0.8)
    floor = FLOOR_COLOURS[int(rng.integers(len(FLOOR_COLOURS)))]
    warm = rng.uniform(-0.5, 1.0)
    light = Lighting(
        direction=(float(np.cos(around) * lean), float(np.sin(around) * lean), 1.0),
        key=(0.5 + 0.06 * warm, 0.48, 0.46 - 0.1 * warm),
        ambient=(0.36, 0.37, 0.38),
        size=float(rng.uniform(0.15, 0.45)),
        ground=floor,
    )
    empty = _wood(rng, TABLE_COLOURS[int(rng.integers(len(TABLE_COLOURS)))])
    _lay_tray(empty, rng, floor, WALL_COLOURS[int(rng.integers(len(WALL_COLOURS)))])
    empty *= _lamp_fall(light)[..., None]
    empty *= np.array(light.key, np.float32) + np.array(light.ambient, np.float32)
    return Scenery(light, cv2.GaussianBlur(empty, (3, 3), 0).astype(np.float32))


def random_dice_set(rng: np.random.Generator) -> list[DieLook]:
    """Choose the five dice of a household: mostly one make, sometimes in several colours."""
    make = _make(rng)
    names = ["white", "red", "blue", "black", "green", "yellow"]
    if rng.random() < 0.3:
        return [_coloured(make, str(name)) for name in rng.choice(names, 5, replace=False)]
    one = str(rng.choice(names, p=(0.55, 0.15, 0.1, 0.1, 0.05, 0.05)))
    look = _coloured(make, one)
    if one == "white" and rng.random() < 0.15:  # Asian dice: red one and four
        look = replace(look, one=RED_PIP, four=RED_PIP, one_radius=1.5 * make.one_radius)
    return [look] * 5


def dice_for_every_game(rng: np.random.Generator) -> list[DieLook]:
    """Choose two white dice, two black ones and a red one: enough for every game."""
    make = _make(rng)
    return [_coloured(make, name) for name in ("white", "white", "black", "black", "red")]


def _make(rng: np.random.Generator) -> DieLook:
    """Choose an ordinary make of dice, still without a colour."""
    return DieLook(
        edge=float(rng.uniform(0.08, 0.16)),
        ball=float(rng.choice((0.9, rng.uniform(0.72, 0.8)))),
        pip_radius=(radius := float(rng.uniform(0.08, 0.1))),
        one_radius=radius,
        pip_spread=float(rng.uniform(0.23, 0.26)),
        pip_depth=float(rng.uniform(0.02, 0.05)),
        gloss=float(rng.uniform(0.3, 0.8)),
        twist=int(rng.integers(8)),
    )


def _coloured(make: DieLook, colour: str) -> DieLook:
    """Return a make in a colour, with contrasting pips."""
    pips = BLACK_PIP if colour in ("white", "yellow") else WHITE_PIP
    return replace(
        make, colour=colour, body=BODY_COLOURS[colour][0], pips=pips, one=pips, four=pips
    )


def _wood(rng: np.random.Generator, colour: Rgb) -> Array:
    """Render a wooden table top with horizontal grain."""
    width, height = PICTURE_SIZE
    coarse = rng.normal(0, 1, (height // 4, width // 40)).astype(np.float32)
    grain = cv2.resize(coarse, PICTURE_SIZE, interpolation=cv2.INTER_CUBIC)
    fine = cv2.blur(rng.normal(0, 1, (height, width)).astype(np.float32), (25, 1))
    shade = 1.0 + 0.09 * np.asarray(grain) + 0.25 * np.asarray(fine)
    return np.asarray(np.clip(shade[..., None] * np.array(colour), 0.004, 1.0), np.float32)


def _lay_tray(empty: Array, rng: np.random.Generator, floor: Rgb, wall: Rgb) -> None:
    """Draw the tray onto the table: its shadow, a rim with light and dark edges, the floor."""
    x1, y1, x2, y2 = TRAY_FLOOR
    rim = 24
    shade = np.ones(empty.shape[:2], np.float32)
    cv2.rectangle(shade, (x1 - rim, y1 - rim), (x2 + rim, y2 + rim), 0.45, -1)
    empty *= cv2.GaussianBlur(shade, (0, 0), 7)[..., None]
    cv2.rectangle(empty, (x1 - rim, y1 - rim), (x2 + rim, y2 + rim), wall, -1)
    bright = tuple(1.8 * c for c in wall)
    cv2.rectangle(empty, (x1 - rim + 2, y1 - rim + 2), (x2 + rim - 2, y2 + rim - 2), bright, 2)
    cv2.rectangle(empty, (x1 - 4, y1 - 4), (x2 + 4, y2 + 4), bright, 1)
    height, width = y2 - y1, x2 - x1
    fibre = cv2.GaussianBlur(rng.normal(0, 1, (height, width)).astype(np.float32), (0, 0), 0.9)
    blotch = cv2.GaussianBlur(rng.normal(0, 1, (height, width)).astype(np.float32), (0, 0), 12)
    cloth = 1.0 + 0.22 * np.asarray(fibre) + 1.2 * np.asarray(blotch)
    inner = np.full((height, width), 0.45, np.float32)
    inner[8:-8, 8:-8] = 1.0  # the wall shades the edge of the floor
    cloth = cloth * np.asarray(cv2.GaussianBlur(inner, (0, 0), 8))
    empty[y1:y2, x1:x2] = np.clip(cloth[..., None] * np.array(floor), 0.003, 1.0)


def _lamp_fall(light: Lighting) -> Array:
    """Return how much light reaches each pixel: more towards the lamp, less in the corners."""
    width, height = PICTURE_SIZE
    x = np.linspace(-1, 1, width, dtype=np.float32)[None, :]
    y = np.linspace(1, -1, height, dtype=np.float32)[:, None]
    slope = 0.08 * (light.direction[0] * x + light.direction[1] * y)
    return np.asarray((1.0 + slope - 0.1 * (x * x + y * y)), np.float32)
