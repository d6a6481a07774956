"""Corrections of photographs' labels that are plainly wrong.

They were found by checking the pictures where the reader was surest of a different face. Wrong
labels would teach the calibration to doubt, and unlabelled dice would be taught as clutter. Results
with the original labels are reported as well.
"""

from dataclasses import replace
from pathlib import Path

from models.training.photographs import LabelledDie, Photograph, load_photographs
from vision.bounding_box import BoundingBox

Name = tuple[str, str]  # folder and picture

FACES: dict[Name, dict[tuple[int, int], int]] = {  # true faces, by a point within the die
    ("byler_d6", "IMG_20191209_095555"): {(161, 267): 6},
    ("byler_d6", "IMG_20191209_100002"): {(137, 360): 3},
    ("rune55_tray", "PXL_20240219_191525482_jpg"): {(316, 311): 4},
    ("aws_reinvent", "IMG_20191112_101823"): {(192, 210): 3},
    ("aws_reinvent", "IMG_20191112_111022"): {(493, 350): 4},
    ("aws_reinvent", "IMG_20191112_111903"): {(312, 338): 1},
    ("catan_oblique", "dice_297_jpg"): {(482, 368): 5},
}
ADDED: dict[Name, tuple[tuple[BoundingBox, int], ...]] = {
    ("aws_reinvent", "IMG_20191112_102138"): (((207, 132, 258, 191), 5),),
    ("byler_d6", "IMG_20191208_111730"): (((300, 360, 331, 392), 2),),
}
UNLABELLED: set[Name] = {  # pictures with further dice
    ("aws_reinvent", "IMG_20191112_111108"),
    ("aws_reinvent", "IMG_20191112_111439"),
    *(
        ("aws_reinvent", f"Image_{n}")
        for n in (13, 17, 23, 94, 99, 101, 102, 107, 109, 117, 134, 154, 159)
    ),
    ("byler_d6", "IMG_20191208_111530"),
    ("byler_d6", "IMG_20191208_112342"),
    ("byler_d6", "IMG_20191208_112353"),
    ("byler_d6", "IMG_20191209_095533"),
    ("rune55_tray", "PXL_20240219_191143808_jpg"),
    ("rune55_tray", "PXL_20240219_192231792_jpg"),
    ("rune55_tray", "PXL_20240219_192250488_jpg"),
    ("rune55_tray", "PXL_20240219_192254441_jpg"),
    ("rune55_tray", "PXL_20240219_192403811_jpg"),
    *(("catan_oblique", f"dice_{n}_jpg") for n in (1, 6, 14, 139, 163, 214, 229, 258, 272, 443)),
}


def load_training_photographs(root: Path) -> list[Photograph]:
    """Return the training photographs in `root`, with corrected labels.

    Raises FileNotFoundError as `load_photographs` does.
    """
    return [correct_labels(p) for p in load_photographs(root) if not p.held_out]


def correct_labels(photograph: Photograph) -> Photograph:
    """Return `photograph` with corrected labels."""
    stem = photograph.name.removeprefix("images/").removesuffix(".jpg").split(".rf.")[0]
    name = photograph.folder, stem
    dice = [_corrected(die, FACES.get(name, {})) for die in photograph.dice]
    dice += [LabelledDie(box, face) for box, face in ADDED.get(name, ())]
    unlabelled = "elsewhere" if name in UNLABELLED else photograph.unlabelled
    return replace(photograph, dice=tuple(dice), unlabelled=unlabelled)


def _corrected(die: LabelledDie, faces: dict[tuple[int, int], int]) -> LabelledDie:
    x1, y1, x2, y2 = die.box
    for (x, y), face in faces.items():
        if x1 < x < x2 and y1 < y < y2:
            return replace(die, face=face)
    return die
