"""Rendered dice for training: their looks, their poses, and their cameras."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.training.glyphs import random_emblem
from models.training.looks import dark_look, dim_light, random_light, random_look, random_view
from models.training.rng import one_of
from vision.bounding_box import BoundingBox, mean_side
from vision.classifiers import COCKED, STACKED, UNKNOWN
from vision.frame import Array
from vision.virtual.die import (
    PlacedDie,
    covered_box,
    depth_of_lowest_point,
    render_dice,
    rotation_of_pose,
    tilted,
)
from vision.virtual.light import CameraPosition, Lighting, camera_view_from_above
from vision.virtual.look import DieLook

Half = NDArray[np.float16]
Shot = tuple[
    CameraPosition, Lighting, float
]  # how dice are rendered: camera, lamp, pixels of an edge

GROUPS = 864  # groups rendered for one training
PILE_GROUPS = 1600  # groups of dice on, against and next to others
DICE_PER_GROUP = 8  # dice rendered under one lamp and camera
OBLIQUE = 0.4  # tilt of the camera in radians; with a larger one, a picture must not be rotated
COCKED_SHARE = 0.07
KINDS = 6  # number of kinds of groups, chosen by seed
ALL_COCKED = 0  # the kind with cocked dice only, seen from above
EMBLEMS = 3  # the kind with symbols on some faces
SLANTED = 4  # the kind with often dark dice in dim light, whose sides look larger than their tops
LOW = (0.7, 1.15)  # tilt of the camera in radians over such a group
CLOSE = (5.0, 20.0)  # its distance in edges
PILE_SEED = 17  # for rendering dice with others
EMBLEM_UP = 0.65  # share of dice of that kind with a symbol on the upper face
LEAN = (0.38, 0.8)  # tilt of a cocked die in radians
STEEP = 0.3  # maximum tilt of the camera over such a group: a lower one sees the sides of any die
LEANING_SHARE = 0.5  # of cocked dice: against another die, not on an edge alone
BESIDE = (0.95, 1.25)  # edges between the centres of a leaning die and the one it leans against
APART = (1.0, 1.5)  # edges between the centres of two dice that both lie on the table
STACKED_SHARE = 0.12
STACKED_OFF = (0.0, 0.55)  # edges between the centres of two stacked dice, seen from above
STACKED_LEAST = 1.05  # minimum size of a stack in sides of the upper die: the lower one is visible
PILE_SIDE = 3.8  # of the sprite of two dice, in edges
PILE_SHARES = {"stacked": 0.4, "cocked": 0.2, "beside": 0.16, "alone": 0.24}
OFF_THE_MIDDLE = 0.7  # maximum distance of dice from the point below the camera, in its heights
SHADE = (0.2, 1.0)  # how much one of them darkens the other; other lights reach it, too


@dataclass(frozen=True, slots=True)
class LabelledSprite:
    """A rendered die: `rgb` (h, w, 3) linear and premultiplied, `alpha` and `shadow` (h, w).

    `box` is its outline in sprite pixels (of a stack, that of the upper die), `label` the index of
    its class in FACE_CLASSES, `upright` whether the camera was so low that the picture must not be
    rotated. `tilt` is the offset of the centre of its upper face from its own centre, to the right
    and down, in half edges: about the sine of the angle between the face and the line of sight.
    `edge_length` is the length in sprite pixels of an edge at the die's distance from the camera.
    """

    rgb: Half
    alpha: Half
    shadow: Half
    box: tuple[float, float, float, float]
    label: int
    upright: bool
    tilt: tuple[float, float]
    edge_length: float

    @property
    def whole_box(self) -> BoundingBox:
        """The box around everything rendered: the die, and one that it lies on or leans against."""
        return covered_box(self.alpha.astype(np.float32))


def render_group(seed: int) -> list[LabelledSprite]:
    """Render DICE_PER_GROUP dice under one lamp and camera, sometimes all of one make."""
    rng = np.random.default_rng(seed)
    light, view = random_light(rng), _upright(random_view(rng), rng)
    cocked = COCKED_SHARE
    if seed % KINDS == ALL_COCKED:
        view, cocked = replace(view, tilt=view.tilt % STEEP), 1.0
    any_look = random_look
    if seed % KINDS == SLANTED:
        view = _upright(replace(view, tilt=rng.uniform(*LOW), distance=rng.uniform(*CLOSE)), rng)
        light, any_look = dim_light(light, rng), dark_look
    look, same = any_look(rng), rng.random() < 0.35
    shot = view, light, rng.uniform(26, 52)
    group = []
    for _ in range(DICE_PER_GROUP):
        face, make = int(rng.integers(1, 7)), look if same else any_look(rng)
        if seed % KINDS == EMBLEMS:
            make = _with_emblems(rng, make, face)
        group.append(_draw(rng, make, face, shot, cocked))
    return group


def render_pile_group(seed: int) -> list[LabelledSprite]:
    """Render DICE_PER_GROUP dice under one lamp and camera, most with another one.

    Half of the cameras hang above the tray and see the dice off-centre, from any side.
    """
    rng = np.random.default_rng([PILE_SEED, seed])
    view, looks = random_view(rng), [random_look(rng) for _ in range(3)]
    if rng.random() < 0.5:
        x, y = rng.uniform(-OFF_THE_MIDDLE, OFF_THE_MIDDLE, 2)
        height = rng.uniform(12, 30)
        view = camera_view_from_above(x * height, y * height, height)
    else:
        view = _upright(view, rng)
    shot = view, random_light(rng), rng.uniform(26, 52)
    return [
        _draw_pile(rng, one_of(rng, looks), one_of(rng, looks), shot) for _ in range(DICE_PER_GROUP)
    ]


def _upright(view: CameraPosition, rng: Generator) -> CameraPosition:
    """Return `view`, or the same from the near side if it is so low that a side looks like the top.

    Then only the direction of up in the picture distinguishes the two.
    """
    if view.tilt <= OBLIQUE:
        return view
    return replace(view, azimuth=-np.pi / 2 + rng.normal(0, 0.25))


def _draw_pile(rng: Generator, look: DieLook, other: DieLook, shot: Shot) -> LabelledSprite:
    face, view = int(rng.integers(1, 7)), shot[0]
    kind = str(rng.choice(list(PILE_SHARES), p=list(PILE_SHARES.values())))
    if kind == "stacked":
        return draw_stacked(rng, look, face, other, shot)
    if kind == "cocked" and view.tilt < OBLIQUE:
        return draw_cocked(rng, look, face, other, shot, least=_least_lean(view))
    die = PlacedDie(look, _any_turn(rng, look, face))
    dice = [die]
    if kind == "beside":
        dice.append(_next_to(rng, die, other, rng.uniform(0, 2 * np.pi), rng.uniform(*APART)))
    return draw_dice(rng, dice, face - 1, shot)


def _with_emblems(rng: Generator, look: DieLook, up: int) -> DieLook:
    """Return the look with symbols on the upper face, on others, or on both."""
    others = [face for face in range(1, 7) if face != up]
    shown = set(rng.permutation(others)[: int(rng.choice((0, 1, 5), p=(0.5, 0.25, 0.25)))])
    if rng.random() < EMBLEM_UP:
        shown.add(up)
    return replace(look, emblems={int(face): random_emblem(rng) for face in shown})


def _draw(rng: Generator, look: DieLook, face: int, shot: Shot, cocked: float) -> LabelledSprite:
    other = look if rng.random() < 0.5 else random_look(rng)
    if rng.random() < cocked and shot[0].tilt <= OBLIQUE:
        return draw_cocked(rng, look, face, other, shot, least=_least_lean(shot[0]))
    if rng.random() < STACKED_SHARE:
        return draw_stacked(rng, look, face, other, shot)
    lean = rng.uniform(0, 0.1) if rng.random() < 0.1 else 0.0
    rotation = tilted(_any_turn(rng, look, face), lean, rng.uniform(0, 2 * np.pi))
    label = UNKNOWN if face in look.emblems else face - 1
    return draw_dice(rng, [PlacedDie(look, rotation)], label, shot)


def draw_dice(rng: Generator, dice: list[PlacedDie], label: int, shot: Shot) -> LabelledSprite:
    """Render the first of the `dice` next to the others, of which the last lies on the table."""
    view, light, px = shot
    die, table = dice[0], dice[-1].lowest_point()
    if len(dice) == 1:
        sprite = render_dice(dice, view, light, px, table=table)
    else:
        shade = rng.uniform(*SHADE)
        sprite = render_dice(dice, view, light, px, table=table, side=PILE_SIDE, shade=shade)
    return LabelledSprite(
        sprite.rgb.astype(np.float16),
        sprite.alpha.astype(np.float16),
        sprite.shadow.astype(np.float16),
        sprite.box,
        label,
        view.tilt > OBLIQUE and view.axis is None,
        *_seen_geometry(die, view, px),
    )


def _seen_geometry(
    die: PlacedDie, view: CameraPosition, px: float
) -> tuple[tuple[float, float], float]:
    """Return `tilt` and `edge_length` of a `LabelledSprite`."""
    centre = np.array(die.centre, np.float32)
    upper = int(np.abs(die.rotation[2]).argmax())
    normal = die.rotation[:, upper] * np.sign(die.rotation[2, upper])
    x, y, scale = view.project(centre)
    top_x, top_y, _ = view.project(centre + normal / 2)
    return (2 * (top_x - x) / scale, 2 * (y - top_y) / scale), px * scale


def _least_lean(view: CameraPosition) -> float:
    """Return the least lean at which a die looks tilted to a camera that is tilted itself."""
    return max(LEAN[0], view.tilt + 0.2)


def draw_cocked(
    rng: Generator, look: DieLook, face: int, other: DieLook, shot: Shot, least: float = LEAN[0]
) -> LabelledSprite:
    """Render a die tilted by `least` radians or more, alone on an edge or against another."""
    lean = rng.uniform(least, LEAN[1])
    towards = rng.uniform(0, 2 * np.pi)
    die = PlacedDie(look, tilted(_any_turn(rng, look, face), lean, towards))
    if rng.random() >= LEANING_SHARE:
        return draw_dice(rng, [die], COCKED, shot)
    far = rng.uniform(*BESIDE) * (1 if rng.random() < 0.5 else -1)
    return draw_dice(rng, [die, _next_to(rng, die, other, towards, far)], COCKED, shot)


def draw_stacked(
    rng: Generator, look: DieLook, face: int, other: DieLook, shot: Shot
) -> LabelledSprite:
    """Render a die that lies on another, above its centre so that it would not fall."""
    while True:
        upper, lower = _any_turn(rng, look, face), PlacedDie(other, _any_turn(rng, other))
        turn, off = rng.uniform(0, 2 * np.pi), rng.uniform(*STACKED_OFF)
        level = depth_of_lowest_point(look, upper) - lower.lowest_point()
        on_top = PlacedDie(look, upper, (off * np.cos(turn), off * np.sin(turn), level))
        pile = draw_dice(rng, [on_top, lower], STACKED, shot)
        if mean_side(pile.whole_box) > STACKED_LEAST * mean_side(pile.box):
            return pile


def _next_to(
    rng: Generator, die: PlacedDie, other: DieLook, towards: float, far: float
) -> PlacedDie:
    """Return a die with the look `other` on the table, `far` edges from the centre of `die`."""
    neighbour = _any_turn(rng, other)
    level = depth_of_lowest_point(other, neighbour) + die.lowest_point()
    return PlacedDie(other, neighbour, (far * np.cos(towards), far * np.sin(towards), level))


def _any_turn(rng: Generator, look: DieLook, face: int = 0) -> Array:
    """Return the rotation of a die that lies on the table, with `face` up or any."""
    return rotation_of_pose(look, face or int(rng.integers(1, 7)), rng.uniform(0, 2 * np.pi))
