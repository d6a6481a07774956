"""Labelled photographs of dice on disk, with boxes converted to one meaning.

Every folder under `train/` has the same form (`annotations.jsonl` + `images/`), but its boxes mean
different things: the whole die, its top face, its pips, or a loose box of a rotated picture. Here
each becomes the whole visible die if possible; otherwise the picture is used for the face network
only. A part of every folder is kept out of training. The split is by the original photograph's
name, so that two crops or variants of one are always on the same side.
"""

import json
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import cv2
import numpy as np

from vision.bounding_box import BoundingBox, centre, iou, mean_side
from vision.frame import Image

HEAPED = 0.1  # IoU of boxes above which their dice may lean
HELD_SHARE = 8  # one in this many originals is held out, in folders without a list


@dataclass(frozen=True, slots=True)
class LabelledDie:
    """One die of a photograph: its box in pixels (x1, y1, x2, y2) and its face 1..6."""

    box: BoundingBox
    face: int

    @property
    def size(self) -> float:
        """Mean of width and height in pixels."""
        return mean_side(self.box)

    @property
    def centre(self) -> tuple[float, float]:
        """Centre of the box in pixels (x, y)."""
        return centre(self.box)


@dataclass(frozen=True, slots=True)
class Photograph:
    """One picture (H, W, 3) BGR with its dice.

    `unlabelled` says where there may be other dice: "none" (nowhere), "elsewhere" (not close to the
    labelled dice), or "unknown" (then the boxes are not whole dice either, and the picture is
    useless to the detector). A `held_out` picture must not be used for training.
    """

    folder: str
    name: str
    image: Image
    dice: tuple[LabelledDie, ...]
    held_out: bool
    unlabelled: Literal["none", "elsewhere", "unknown"]

    @property
    def is_heap(self) -> bool:
        """Whether the boxes of some dice overlap: these may lean on each other."""
        boxes = [die.box for die in self.dice]
        return any(iou(a, b) > HEAPED for i, a in enumerate(boxes) for b in boxes[:i])


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder of photographs: how to interpret its labels, and its weight in training.

    `crop_weight` and `scene_weight` are its shares of the real crops and scenes. `box_scale` scales
    its boxes to whole dice. `pips_only` says that boxes contain only the pips, `single_die` that
    each picture is one die, `upright` that the camera was so low that pictures must not be rotated,
    `flat` that no die leans, even where dice touch. `held_out` is a pattern for the names and notes
    of the pictures that are kept out of training. A list in `kept-out.json` takes precedence;
    without both, one original in HELD_SHARE is kept out.
    """

    crop_weight: float
    scene_weight: float = 0.0
    unlabelled: Literal["none", "elsewhere", "unknown"] = "none"
    box_scale: float = 1.0
    pips_only: bool = False
    single_die: bool = False
    upright: bool = False
    flat: bool = True
    held_out: str = ""


# Whole sources of no_dice_things are held out, and the webcam's pictures of aws_reinvent, most of
# which show other tables than the rest: pictures of one table are too alike to judge another by.
# rune55_topface_gray is not used. It contains the photographs of catan_oblique in grey and rotated,
# so that pictures kept out of the one folder would be trained with the other.
FOLDERS: dict[str, Folder] = {
    "byler_d6": Folder(crop_weight=0.25, scene_weight=0.3),
    "rune55_tray": Folder(crop_weight=0.25, scene_weight=0.25),
    "rune55_scope_gray": Folder(
        crop_weight=0.12, scene_weight=0.1, unlabelled="elsewhere", box_scale=0.93
    ),
    "catan_oblique": Folder(crop_weight=0.3, scene_weight=0.17, upright=True),
    "matteop65_desk": Folder(crop_weight=0.15, scene_weight=0.18, upright=True, pips_only=True),
    "casino_crops": Folder(crop_weight=0.07, unlabelled="unknown", box_scale=0.92, single_die=True),
    "aws_reinvent": Folder(
        crop_weight=0.2, scene_weight=0.2, upright=True, flat=False, held_out="images/Image_"
    ),
    "no_dice": Folder(crop_weight=0.0, held_out="_IMG_2[67]|_cam_"),
    "no_dice_things": Folder(
        crop_weight=0.0,
        held_out="mattdibi/|thorchh/|Migran99/|pedrohdea/|foostan/|kata0510/|HOchacha/",
    ),
}

# Longer side of the box around the pips of a face, in sides of the whole visible die, measured by
# eye in a dozen pictures of the folder with such boxes.
_PIPS_LENGTH = {1: 0.37, 2: 0.55, 3: 0.6, 4: 0.7, 5: 0.7, 6: 0.75}


def load_photographs(root: Path) -> list[Photograph]:
    """Load every known folder of `root`/train.

    Raises FileNotFoundError if `root` has no `train` folder or an image is missing.
    """
    train = root / "train"
    if not train.is_dir():
        raise FileNotFoundError(f"no folder of training photographs: {train}")
    kept_out = json.loads((root / "kept-out.json").read_text())
    photographs: list[Photograph] = []
    for folder, meaning in FOLDERS.items():
        if (train / folder).is_dir():
            photographs += _read_folder(train / folder, meaning, kept_out.get(folder))
    return photographs


def read_rows(folder: Path) -> Iterator[dict[str, Any]]:
    """Yield the lines of a folder's `annotations.jsonl`, in order."""
    with (folder / "annotations.jsonl").open() as lines:
        for line in lines:
            yield json.loads(line)


def read_image(path: Path) -> Image:
    """Return the picture at `path` as (H, W, 3) BGR with its EXIF rotation applied.

    Raises FileNotFoundError if it cannot be read.
    """
    image = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if image is None:
        raise FileNotFoundError(f"not a readable picture: {path}")
    return np.asarray(image, np.uint8)


def original_name(image: str) -> str:
    """Return the name of the photograph that a picture was derived from, for the split."""
    stem = Path(image).stem.split(".rf.")[0]
    return re.sub(r"_detection_\d+$", "", stem)


def _is_held(row: dict[str, Any], meaning: Folder, listed: list[str] | None) -> bool:
    image = str(row["image"])
    if listed is not None:
        return image in listed
    if meaning.held_out:
        return re.search(meaning.held_out, f"{image} {row['note']}") is not None
    return zlib.crc32(original_name(image).encode()) % HELD_SHARE == 0


def _read_folder(folder: Path, meaning: Folder, listed: list[str] | None) -> Iterator[Photograph]:
    for row in read_rows(folder):
        name = str(row["image"])
        image = read_image(folder / name)
        yield Photograph(
            folder=folder.name,
            name=name,
            image=image,
            dice=_read_dice(row, image, meaning),
            held_out=_is_held(row, meaning, listed),
            # Dice that nobody can read have a box without a value.
            unlabelled="elsewhere" if row.get("unclear") else meaning.unlabelled,
        )


def _read_dice(row: dict[str, Any], image: Image, meaning: Folder) -> tuple[LabelledDie, ...]:
    height, width = image.shape[:2]
    if meaning.single_die:
        return (LabelledDie(_grown((0, 0, width, height), meaning.box_scale), row["values"][0]),)
    dice = tuple(
        LabelledDie(_grown(tuple(die["box"]), meaning.box_scale), die["value"])
        for die in row["dice"]
    )
    return _whole_from_pips(dice) if meaning.pips_only else dice


def _grown(box: BoundingBox, factor: float) -> BoundingBox:
    x, y = centre(box)
    half_w, half_h = (box[2] - box[0]) * factor / 2, (box[3] - box[1]) * factor / 2
    return x - half_w, y - half_h, x + half_w, y + half_h


def _whole_from_pips(dice: tuple[LabelledDie, ...]) -> tuple[LabelledDie, ...]:
    """Return boxes around pips enlarged to dice of one size per picture."""
    if not dice:
        return dice
    sides = [max(d.box[2] - d.box[0], d.box[3] - d.box[1]) / _PIPS_LENGTH[d.face] for d in dice]
    half = float(np.median(sides)) / 2
    return tuple(
        LabelledDie((x - half, y - half, x + half, y + half), die.face)
        for die in dice
        for x, y in [die.centre]
    )
