"""Rendered dice stored on disk.

Rendering a die takes tens of milliseconds, pasting one a fraction of a millisecond. So a few
thousand are rendered at the start of a run, in several processes, and kept for the next run.
"""

from collections.abc import Callable
from multiprocessing import get_context
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from models.training.sprites import DICE_PER_GROUP, KINDS, LabelledSprite, render_group

RenderGroup = Callable[[int], list[LabelledSprite]]  # from a seed


def load_or_render_sprites(
    path: Path, groups: int, first_seed: int, render: RenderGroup = render_group
) -> list[list[LabelledSprite]]:
    """Load the store at `path`, extended to `groups` groups with seeds from `first_seed`.

    Existing groups are loaded, not rendered again. The store is rebuilt if it is damaged, or if its
    first groups differ from those rendered now: they have other seeds, or an older renderer.
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
        "geometry": np.array([(*d.tilt, d.edge_length) for d in flat]),
        "rgb": np.concatenate([d.rgb.ravel() for d in flat]),
        "alpha": np.concatenate([d.alpha.ravel() for d in flat]),
        "shadow": np.concatenate([d.shadow.ravel() for d in flat]),
    }
    partial = path.with_suffix(".partial.npz")
    np.savez(partial, **arrays)  # type: ignore[arg-type]
    partial.replace(path)


def _same(group: list[LabelledSprite], other: list[LabelledSprite]) -> bool:
    return all(
        a.label == b.label
        and (a.tilt, a.edge_length) == (b.tilt, b.edge_length)
        and np.array_equal(a.rgb, b.rgb)
        and np.array_equal(a.shadow, b.shadow)
        for a, b in zip(group, other, strict=True)
    )


def _load(path: Path) -> list[list[LabelledSprite]]:
    """Load all groups of a file, none if it is missing or damaged."""
    try:
        with path.open("rb") as file:
            data = dict(np.load(file))
        rows = zip(*(data[key] for key in ("sides", "boxes", "labels", "geometry")), strict=True)
    except (OSError, EOFError, ValueError, KeyError, BadZipFile):
        return []
    dice: list[LabelledSprite] = []
    start = 0
    for side, box, (label, upright), (x, y, edge) in rows:
        end = start + int(side) ** 2
        square = (int(side), int(side))
        dice.append(LabelledSprite(
            data["rgb"][3 * start : 3 * end].reshape(*square, 3),
            data["alpha"][start:end].reshape(square),
            data["shadow"][start:end].reshape(square),
            (float(box[0]), float(box[1]), float(box[2]), float(box[3])), int(label), bool(upright),
            (float(x), float(y)), float(edge),
        ))  # fmt: skip
        start = end
    return [dice[i : i + DICE_PER_GROUP] for i in range(0, len(dice), DICE_PER_GROUP)]
