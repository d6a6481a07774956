"""A store of rendered dice, drawn once and pasted many times.

Drawing one die takes tens of milliseconds, pasting one a fraction of a millisecond, so a few
thousand are drawn at the start of a run (in several processes) and kept on disk for the next.
"""

from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.training.glyphs import random_emblem
from models.training.looks import random_light, random_look, random_view
from vision.face_classifier import COCKED, UNKNOWN
from vision.virtual.die import render_die
from vision.virtual.light import CameraView, Light
from vision.virtual.look import DieLook

Half = NDArray[np.float16]

GROUPS = 864  # in the store of a training
DICE_PER_GROUP = 8  # dice drawn under one lamp and camera
OBLIQUE = 0.4  # tilt of the camera, radians, from which a picture has an up and a down
COCKED_SHARE = 0.07
KINDS = 6  # of groups, by their seeds; of these one is
ALL_COCKED = 0  # cocked dice alone, seen from above
EMBLEMS = 3  # and one dice with symbols on some faces
EMBLEM_UP = 0.65  # share of those that show one of them
LEAN = (0.38, 0.8)  # radians that a cocked die is tilted by
STEEP = 0.3  # tilt of the camera over such a group: from lower, a side is no sign of anything


@dataclass(frozen=True, slots=True)
class LabelledSprite:
    """A drawn die: `rgb` (h, w, 3) linear and multiplied by alpha, `alpha` and `shadow` (h, w).

    `box` is its outline in sprite pixels, `label` the index of its class in CLASSES,
    `upright` whether the camera stood so low that the picture must not be turned, `rise` how far
    (right, down) the die moves in the picture when it is lifted by one edge, in edges.
    """

    rgb: Half
    alpha: Half
    shadow: Half
    box: tuple[float, float, float, float]
    label: int
    upright: bool
    rise: tuple[float, float]


def render_group(seed: int) -> list[LabelledSprite]:
    """DICE_PER_GROUP dice in one light under one camera; every third group is one make of die."""
    rng = np.random.default_rng(seed)
    light, view = random_light(rng), random_view(rng)
    if view.tilt > OBLIQUE:  # where side and top are seen alike, what is up in the picture decides
        view = replace(view, azimuth=-np.pi / 2 + rng.normal(0, 0.25))
    cocked = COCKED_SHARE
    if seed % KINDS == ALL_COCKED:
        view, cocked = replace(view, tilt=view.tilt % STEEP), 1.0
    look, same = random_look(rng), rng.random() < 0.35
    px = rng.uniform(26, 52)
    group = []
    for _ in range(DICE_PER_GROUP):
        face, make = int(rng.integers(1, 7)), look if same else random_look(rng)
        if seed % KINDS == EMBLEMS:
            make = _with_emblems(rng, make, face)
        group.append(_draw(rng, make, face, light, view, px, cocked))
    return group


def _with_emblems(rng: Generator, look: DieLook, up: int) -> DieLook:
    """Print symbols on the face that lies up, on others, or on both."""
    others = [face for face in range(1, 7) if face != up]
    shown = set(rng.permutation(others)[: int(rng.choice((0, 1, 5), p=(0.5, 0.25, 0.25)))])
    if rng.random() < EMBLEM_UP:
        shown.add(up)
    return replace(look, emblems={int(face): random_emblem(rng) for face in shown})


def _draw(
    rng: Generator,
    look: DieLook,
    face: int,
    light: Light,
    view: CameraView,
    px: float,
    cocked: float,
) -> LabelledSprite:
    lean = 0.0
    label = UNKNOWN if face in look.emblems else face - 1
    upright = view.tilt > OBLIQUE
    if rng.random() < cocked and not upright:
        lean, label = rng.uniform(max(LEAN[0], view.tilt + 0.2), LEAN[1]), COCKED
    elif rng.random() < 0.1:
        lean = rng.uniform(0, 0.1)
    turn, lean_to = rng.uniform(0, 2 * np.pi), rng.uniform(0, 2 * np.pi)
    sprite = render_die(look, face, turn, view, light, px, lean=lean, lean_to=lean_to)
    right, up = view.basis()
    return LabelledSprite(
        sprite.rgb.astype(np.float16),
        sprite.alpha.astype(np.float16),
        sprite.shadow.astype(np.float16),
        sprite.box,
        label,
        upright,
        (float(right[2]), -float(up[2])),
    )


def load_or_render_sprites(path: Path, groups: int, first_seed: int) -> list[list[LabelledSprite]]:
    """Read the store at `path`, drawn on to `groups` groups with seeds from `first_seed`.

    Groups already drawn are read back and not drawn again. A damaged file is drawn anew, and so is
    one whose first groups look otherwise than they would now: of other seeds, or an older renderer.
    """
    store = _load(path)[:groups]
    if not all(_same(g, render_group(first_seed + i)) for i, g in enumerate(store[:KINDS])):
        store = []
    missing = range(first_seed + len(store), first_seed + groups)
    if missing:
        with get_context("fork").Pool(2) as pool:
            store += pool.map(render_group, missing, chunksize=8)
        _save(path, store)
    return store


def _save(path: Path, store: list[list[LabelledSprite]]) -> None:
    flat = [die for group in store for die in group]
    arrays = {
        "sides": np.array([d.alpha.shape[0] for d in flat]),
        "boxes": np.array([d.box for d in flat]),
        "labels": np.array([(d.label, d.upright) for d in flat]),
        "rises": np.array([d.rise for d in flat]),
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
        rows = zip(*(data[key] for key in ("sides", "boxes", "labels", "rises")), strict=True)
    except (OSError, EOFError, ValueError, KeyError, BadZipFile):
        return []
    dice: list[LabelledSprite] = []
    start = 0
    for side, box, (label, upright), rise in rows:
        end = start + int(side) ** 2
        square = (int(side), int(side))
        dice.append(LabelledSprite(
            data["rgb"][3 * start : 3 * end].reshape(*square, 3),
            data["alpha"][start:end].reshape(square),
            data["shadow"][start:end].reshape(square),
            (float(box[0]), float(box[1]), float(box[2]), float(box[3])), int(label), bool(upright),
            (float(rise[0]), float(rise[1])),
        ))  # fmt: skip
        start = end
    return [dice[i : i + DICE_PER_GROUP] for i in range(0, len(dice), DICE_PER_GROUP)]
