"""A store of rendered dice, drawn once and pasted many times.

Drawing one die takes tens of milliseconds, pasting one a fraction of a millisecond, so a few
thousand are drawn at the start of a run (in several processes) and kept on disk for the next.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.training.glyphs import random_emblem
from models.training.looks import random_light, random_look, random_view
from models.training.rng import one_of
from vision.bounding_box import BoundingBox, mean_side
from vision.face_classifier import COCKED, STACKED, UNKNOWN
from vision.virtual.die import (
    Array,
    PlacedDie,
    Sprite,
    leaning,
    lowest,
    outline_of,
    render_dice,
    render_die,
    render_pose,
    rotation_of_pose,
)
from vision.virtual.light import CameraView, Light, camera_view_from_above
from vision.virtual.look import DieLook

Half = NDArray[np.float16]
Shot = tuple[CameraView, Light, float]  # how dice are drawn: camera, lamp, pixels of an edge

GROUPS = 864  # in the store of a training
PILE_GROUPS = 400  # and in that of dice on, against and beside others
DICE_PER_GROUP = 8  # dice drawn under one lamp and camera
OBLIQUE = 0.4  # tilt of the camera, radians, from which a picture has an up and a down
COCKED_SHARE = 0.07
KINDS = 6  # of groups, by their seeds; of these one is
ALL_COCKED = 0  # cocked dice alone, seen from above
EMBLEMS = 3  # and one dice with symbols on some faces
PILE_SEED = 17  # beside which dice with others are drawn
EMBLEM_UP = 0.65  # share of those that show one of them
LEAN = (0.38, 0.8)  # radians that a cocked die is tilted by
STEEP = 0.3  # tilt of the camera over such a group: from lower, a side is no sign of anything
LEANING_SHARE = 0.5  # of cocked dice: against another die, not on an edge alone
BESIDE = (0.95, 1.25)  # edges between the middles of those two
APART = (1.0, 1.5)  # and between those of two that both lie on the table
STACKED_SHARE = 0.12
STACKED_OFF = (0.0, 0.55)  # edges between the middles of two stacked dice, seen from above
STACKED_LEAST = 1.05  # sides of the upper one that both fill, or the lower one hardly shows
PILE_SIDE = 3.8  # of the sprite of two dice, in edges
PILE_SHARES = {"stacked": 0.4, "cocked": 0.2, "beside": 0.16, "alone": 0.24}
OFF_THE_MIDDLE = 0.7  # of the height of a camera over the tray: so far off, each way, dice may lie
SHADE = (0.2, 1.0)  # how much one of them darkens the other: no lamp stands alone


@dataclass(frozen=True, slots=True)
class LabelledSprite:
    """A drawn die: `rgb` (h, w, 3) linear and multiplied by alpha, `alpha` and `shadow` (h, w).

    `box` is its outline in sprite pixels (of a stack, that of the upper die), `label` the index of
    its class in CLASSES, `upright` whether the camera stood so low that the picture must not be
    turned.
    """

    rgb: Half
    alpha: Half
    shadow: Half
    box: tuple[float, float, float, float]
    label: int
    upright: bool

    @property
    def whole_box(self) -> BoundingBox:
        """The box about all that is drawn: the die, and one that it lies on or leans against."""
        return outline_of(self.alpha.astype(np.float32))


RenderGroup = Callable[[int], list[LabelledSprite]]  # of a seed


def render_group(seed: int) -> list[LabelledSprite]:
    """DICE_PER_GROUP dice in one light under one camera; every third group is one make of die."""
    rng = np.random.default_rng(seed)
    light, view = random_light(rng), _upright(random_view(rng), rng)
    cocked = COCKED_SHARE
    if seed % KINDS == ALL_COCKED:
        view, cocked = replace(view, tilt=view.tilt % STEEP), 1.0
    look, same = random_look(rng), rng.random() < 0.35
    shot = view, light, rng.uniform(26, 52)
    group = []
    for _ in range(DICE_PER_GROUP):
        face, make = int(rng.integers(1, 7)), look if same else random_look(rng)
        if seed % KINDS == EMBLEMS:
            make = _with_emblems(rng, make, face)
        group.append(_draw(rng, make, face, shot, cocked))
    return group


def render_pile_group(seed: int) -> list[LabelledSprite]:
    """DICE_PER_GROUP dice in one light under one camera, most on, against or beside another.

    Half the cameras hang over the tray and see them off their middle, from any side.
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


def _upright(view: CameraView, rng: Generator) -> CameraView:
    """Return `view` from the near side where side and top of a die are seen alike.

    There what is up in the picture decides.
    """
    if view.tilt <= OBLIQUE:
        return view
    return replace(view, azimuth=-np.pi / 2 + rng.normal(0, 0.25))


def _draw_pile(rng: Generator, look: DieLook, other: DieLook, shot: Shot) -> LabelledSprite:
    face, view = int(rng.integers(1, 7)), shot[0]
    upright = view.tilt > OBLIQUE and not view.level
    kind = str(rng.choice(list(PILE_SHARES), p=list(PILE_SHARES.values())))
    if kind == "stacked":
        return _labelled(_stacked(rng, look, face, other, shot), STACKED, upright)
    if kind == "cocked" and view.tilt < OBLIQUE:
        return _labelled(_cocked(rng, look, face, other, shot), COCKED, upright)
    if kind == "beside":
        return _labelled(_beside(rng, look, face, other, shot), face - 1, upright)
    alone = render_die(look, face, rng.uniform(0, 2 * np.pi), *shot)
    return _labelled(alone, face - 1, upright)


def _with_emblems(rng: Generator, look: DieLook, up: int) -> DieLook:
    """Print symbols on the face that lies up, on others, or on both."""
    others = [face for face in range(1, 7) if face != up]
    shown = set(rng.permutation(others)[: int(rng.choice((0, 1, 5), p=(0.5, 0.25, 0.25)))])
    if rng.random() < EMBLEM_UP:
        shown.add(up)
    return replace(look, emblems={int(face): random_emblem(rng) for face in shown})


def _draw(rng: Generator, look: DieLook, face: int, shot: Shot, cocked: float) -> LabelledSprite:
    label = UNKNOWN if face in look.emblems else face - 1
    upright = shot[0].tilt > OBLIQUE
    other = look if rng.random() < 0.5 else random_look(rng)
    if rng.random() < cocked and not upright:
        sprite, label = _cocked(rng, look, face, other, shot), COCKED
    elif rng.random() < STACKED_SHARE:
        sprite, label = _stacked(rng, look, face, other, shot), STACKED
    else:
        lean = rng.uniform(0, 0.1) if rng.random() < 0.1 else 0.0
        turn, lean_to = rng.uniform(0, 2 * np.pi, 2)
        sprite = render_die(look, face, turn, *shot, lean=lean, lean_to=lean_to)
    return _labelled(sprite, label, upright)


def _labelled(sprite: Sprite, label: int, upright: bool) -> LabelledSprite:
    return LabelledSprite(
        sprite.rgb.astype(np.float16),
        sprite.alpha.astype(np.float16),
        sprite.shadow.astype(np.float16),
        sprite.box,
        label,
        upright,
    )


def _cocked(rng: Generator, look: DieLook, face: int, other: DieLook, shot: Shot) -> Sprite:
    """Draw a die that is tilted, on an edge alone or against another."""
    lean = rng.uniform(max(LEAN[0], shot[0].tilt + 0.2), LEAN[1])
    towards = rng.uniform(0, 2 * np.pi)
    rotation = leaning(_any_turn(rng, look, face), lean, towards)
    if rng.random() >= LEANING_SHARE:
        return render_pose(look, rotation, *shot)
    beside = _any_turn(rng, other)
    far = rng.uniform(*BESIDE) * (1 if rng.random() < 0.5 else -1)
    level = lowest(other, beside) - lowest(look, rotation)
    at = (far * np.cos(towards), far * np.sin(towards), level)
    return _pile(rng, PlacedDie(look, rotation), PlacedDie(other, beside, at), shot)


def _stacked(rng: Generator, look: DieLook, face: int, other: DieLook, shot: Shot) -> Sprite:
    """Draw a die that lies on another, over its middle, or it would fall."""
    while True:
        upper, lower = _any_turn(rng, look, face), _any_turn(rng, other)
        turn, off = rng.uniform(0, 2 * np.pi), rng.uniform(*STACKED_OFF)
        level = lowest(look, upper) + lowest(other, lower)
        on_top = PlacedDie(look, upper, (off * np.cos(turn), off * np.sin(turn), level))
        pile = _pile(rng, on_top, PlacedDie(other, lower), shot)
        if mean_side(outline_of(pile.alpha)) > STACKED_LEAST * mean_side(pile.box):
            return pile


def _beside(rng: Generator, look: DieLook, face: int, other: DieLook, shot: Shot) -> Sprite:
    """Draw a die that lies on the table near another one."""
    die, neighbour = _any_turn(rng, look, face), _any_turn(rng, other)
    turn, far = rng.uniform(0, 2 * np.pi), rng.uniform(*APART)
    level = lowest(other, neighbour) - lowest(look, die)
    at = (far * np.cos(turn), far * np.sin(turn), level)
    return _pile(rng, PlacedDie(look, die), PlacedDie(other, neighbour, at), shot)


def _pile(rng: Generator, die: PlacedDie, other: PlacedDie, shot: Shot) -> Sprite:
    """Draw two dice of which the other one lies on the table; the box is that of `die`."""
    table, shade = other.lowest_point(), rng.uniform(*SHADE)
    return render_dice([die, other], *shot, table=table, side=PILE_SIDE, shade=shade)


def _any_turn(rng: Generator, look: DieLook, face: int = 0) -> Array:
    """Return the rotation of a die that lies on the table, with `face` up or any."""
    return rotation_of_pose(look, face or int(rng.integers(1, 7)), rng.uniform(0, 2 * np.pi))


def load_or_render_sprites(
    path: Path, groups: int, first_seed: int, render: RenderGroup = render_group
) -> list[list[LabelledSprite]]:
    """Read the store at `path`, drawn on to `groups` groups with seeds from `first_seed`.

    Groups already drawn are read back and not drawn again. A damaged file is drawn anew, and so is
    one whose first groups look otherwise than they would now: of other seeds, or an older renderer.
    """
    store = _load(path)[:groups]
    if not all(_same(g, render(first_seed + i)) for i, g in enumerate(store[:KINDS])):
        store = []
    missing = range(first_seed + len(store), first_seed + groups)
    if missing:
        with get_context("fork").Pool(2) as pool:
            store += pool.map(render, missing, chunksize=8)
        _save(path, store)
    return store


def _save(path: Path, store: list[list[LabelledSprite]]) -> None:
    flat = [die for group in store for die in group]
    arrays = {
        "sides": np.array([d.alpha.shape[0] for d in flat]),
        "boxes": np.array([d.box for d in flat]),
        "labels": np.array([(d.label, d.upright) for d in flat]),
        "rgb": np.concatenate([d.rgb.ravel() for d in flat]),
        "alpha": np.concatenate([d.alpha.ravel() for d in flat]),
        "shadow": np.concatenate([d.shadow.ravel() for d in flat]),
    }
    partial = path.with_suffix(".partial.npz")
    np.savez(partial, **arrays)  # type: ignore[arg-type]
    partial.replace(path)


def _same(group: list[LabelledSprite], other: list[LabelledSprite]) -> bool:
    return all(
        a.label == b.label and np.array_equal(a.rgb, b.rgb) and np.array_equal(a.shadow, b.shadow)
        for a, b in zip(group, other, strict=True)
    )


def _load(path: Path) -> list[list[LabelledSprite]]:
    """Read back all groups of a file, none of one that is missing or damaged."""
    try:
        with path.open("rb") as file:
            data = dict(np.load(file))
        rows = zip(*(data[key] for key in ("sides", "boxes", "labels")), strict=True)
    except (OSError, EOFError, ValueError, KeyError, BadZipFile):
        return []
    dice: list[LabelledSprite] = []
    start = 0
    for side, box, (label, upright) in rows:
        end = start + int(side) ** 2
        square = (int(side), int(side))
        dice.append(LabelledSprite(
            data["rgb"][3 * start : 3 * end].reshape(*square, 3),
            data["alpha"][start:end].reshape(square),
            data["shadow"][start:end].reshape(square),
            (float(box[0]), float(box[1]), float(box[2]), float(box[3])), int(label), bool(upright),
        ))  # fmt: skip
        start = end
    return [dice[i : i + DICE_PER_GROUP] for i in range(0, len(dice), DICE_PER_GROUP)]
