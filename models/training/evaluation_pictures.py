"""Pictures with known dice for evaluating the whole reader, and matching readings with them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import dist, inf
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.augment import augment
from models.training.corrections import correct_labels
from models.training.drawn_clutter import draw_clutter, draw_decks
from models.training.mining import MinedExamples
from models.training.photographs import (
    FOLDERS,
    Photograph,
    load_photographs,
    read_image,
    read_rows,
)
from models.training.scene_samples import SceneSamples
from models.training.sprite_store import load_or_render_sprites
from models.training.training_scene import visible
from vision.accuracy import MISSED_DIE
from vision.bounding_box import BoundingBox, centre, mean_side
from vision.classifiers import FACE_CLASSES
from vision.reading import Die
from vision.virtual.tray import VirtualTray

CHECKS = (
    "lk0103_wooden", "wiktoria_mixed", "burak_greycam", "tuia_tirada_video", "missed",
    "no_dice_dominoes",
)  # fmt: skip
ROLLS = 5  # rolls in each virtual tray
NEAR = 0.5  # sizes of a labelled die within which a box is that die
OTHER_SEED = 10_000_000  # far from the seeds of the dice that are rendered for training
GROUPS = 64  # of eight dice each


def distance(box: BoundingBox, die: BoundingBox) -> float:
    """Return the distance of `box` from a labelled `die` in die sizes, inf if the sizes differ."""
    same = 0.5 < mean_side(box) / mean_side(die) < 2
    return dist(centre(box), centre(die)) / mean_side(die) if same else inf


@dataclass(frozen=True, slots=True)
class EvaluationPicture:
    """A picture (H, W, 3), its group, and the true dice.

    `values` are the faces 1..6 of all dice, sorted, None if a die shows no number. `dice` are the
    boxes and faces ("1" or another of FACE_CLASSES) if they are known; `complete` is False if there
    are other, unlabelled dice.
    """

    group: str
    name: str
    image: NDArray[np.uint8]
    values: tuple[int, ...] | None
    dice: tuple[tuple[BoundingBox, str], ...] = ()
    complete: bool = True

    @property
    def die_size(self) -> float:
        """The size of a die in pixels, as known with a fixed camera; needs boxes."""
        return float(np.median([mean_side(box) for box, _ in self.dice]))

    def face_at(self, box: BoundingBox) -> str | None:
        """Return the face of the labelled die at `box`, None if there is none."""
        far, face = min(((distance(box, die), face) for die, face in self.dice), default=(inf, ""))
        return face if far < NEAR else None


def held_out_pictures(
    root: Path, *, published: bool = False, flat: bool = False
) -> list[EvaluationPicture]:
    """Load the pictures of `root`/train that are kept out of training.

    Plainly wrong labels are corrected, unless `published` is set. With `flat`, only folders in
    which every die lies flat are loaded.
    """
    return [
        _labelled(p, "held")
        for p in _held(root, published)
        if p.unlabelled != "unknown" and (FOLDERS[p.folder].flat or not flat)
    ]


def training_pictures(root: Path) -> list[EvaluationPicture]:
    """Load all pictures of `root`/train, trained on or not, with corrected labels."""
    photographs = map(correct_labels, load_photographs(root))
    return [_labelled(p, "train") for p in photographs if p.unlabelled != "unknown"]


def _labelled(photograph: Photograph, kind: str) -> EvaluationPicture:
    return EvaluationPicture(
        group=f"{kind} {photograph.folder}",
        name=photograph.name,
        image=photograph.image,
        values=tuple(sorted(die.face for die in photograph.dice)),
        dice=tuple((die.box, str(die.face)) for die in photograph.dice),
        complete=photograph.unlabelled == "none",
    )


def _held(root: Path, published: bool) -> list[Photograph]:
    held = [p for p in load_photographs(root) if p.held_out]
    return held if published else [correct_labels(p) for p in held]


def check_pictures(root: Path) -> Iterator[EvaluationPicture]:
    """Yield the pictures of `root`/check. Never fit or choose anything by them."""
    for folder in CHECKS:
        for row in read_rows(root / "check" / folder):
            values = row.get("values", [die["value"] for die in row.get("dice", ())])
            name = str(row["image"])
            image = read_image(root / "check" / folder / name)
            yield EvaluationPicture(f"check {folder}", name, image, tuple(sorted(values)))


def emblem_pictures(root: Path) -> Iterator[EvaluationPicture]:
    """Yield crops of dice whose six is an emblem, each on a plain table."""
    folder = root / "check" / "emblem_faces"
    for row in read_rows(folder):
        crop = read_image(folder / str(row["image"]))
        known = row["class"] == "pips"
        values = tuple(row["values"]) if known else None
        side = 2 * max(crop.shape)
        crop = _framed(crop, side)
        group = "check emblem_faces, pips" if known else "check emblem_faces, emblem"
        yield EvaluationPicture(group, str(row["image"]), crop, values)


def _framed(crop: NDArray[np.uint8], border: int) -> NDArray[np.uint8]:
    """Return `crop` in the middle of a plain table in the colour of its edge."""
    edge = np.concatenate([crop[0], crop[-1], crop[:, 0], crop[:, -1]])
    b, g, r = (float(v) for v in np.median(edge, axis=0))
    return np.asarray(
        cv2.copyMakeBorder(
            crop, border, border, border, border, cv2.BORDER_CONSTANT, value=(b, g, r)
        ),
        np.uint8,
    )


def composed_pictures(
    work: Path, root: Path | None, count: int, seed: int = 0
) -> list[EvaluationPicture]:
    """Return scenes like those of training, from held-out photographs and other rendered dice."""
    store = load_or_render_sprites(work / "trial-sprites.npz", GROUPS, first_seed=OTHER_SEED)
    held = _held(root, published=False) if root else []
    samples = SceneSamples(held, store, MinedExamples(), np.random.default_rng([OTHER_SEED, seed]))
    pictures = []
    for number in range(count):
        scene = samples.draw()
        dice = tuple(
            (box, FACE_CLASSES[label]) for box, label in zip(scene.boxes, scene.labels, strict=True)
        )
        whole = bool(scene.known.all()) and all(visible(box) > 0.7 for box in scene.boxes)
        faces = [face for _, face in dice]
        values = tuple(sorted(int(f) for f in faces)) if all(map(str.isdigit, faces)) else None
        pictures.append(EvaluationPicture("scenes", str(number), scene.image, values, dice, whole))
    return pictures


def clutter_pictures(count: int) -> list[EvaluationPicture]:
    """Draw tables without dice, like those of training but with other cards and objects."""
    rng = np.random.default_rng(OTHER_SEED)
    cards = draw_decks(rng, 4)
    pictures = (augment(draw_clutter(rng, cards), rng) for _ in range(count))
    return [EvaluationPicture("clutter", str(i), picture, ()) for i, picture in enumerate(pictures)]


def tray_pictures(count: int, seed: int) -> Iterator[EvaluationPicture]:
    """Yield rolls in the demo camera's virtual trays, at rest, as stills."""
    for number in range(count):
        if number % ROLLS == 0:
            tray = VirtualTray(np.random.default_rng([OTHER_SEED, seed, number]))
        tray.roll()
        tray.frame(0.0)
        image = tray.frame(5.0)
        dice = tuple((box, str(f)) for box, f in zip(tray.boxes, tray.lying_faces, strict=True))
        yield EvaluationPicture(
            "virtual tray", str(number), image, tuple(sorted(tray.lying_faces)), dice
        )


@dataclass(frozen=True, slots=True)
class MatchedDie:
    """One labelled or read die: the confidence of the reading, the true face and the face read."""

    confidence: float
    truth: str
    read: str


def match_labels(dice: Sequence[Die], picture: EvaluationPicture) -> list[MatchedDie]:
    """Match the dice of a reading with a picture's boxes; each label is matched at most once.

    A die read without a label counts only if the picture labels every die.
    """
    left = list(picture.dice)
    found = []
    for die in sorted(dice, key=lambda d: -d.confidence):
        near = [label for label in left if distance(die.box, label[0]) < NEAR]
        if near:
            best = min(near, key=lambda label: distance(die.box, label[0]))
            left.remove(best)
            found.append(MatchedDie(die.confidence, best[1], die.face))
        elif picture.complete:
            found.append(MatchedDie(die.confidence, MISSED_DIE, die.face))
    return found + [MatchedDie(0.0, face, MISSED_DIE) for _, face in left]
