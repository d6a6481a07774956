"""Endless crops for the face network: real dice, rendered dice, other faces, and no dice."""

from collections.abc import Container, Iterator
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator

from models.training.augment import add_noise, augment, compress, fade, repaint
from models.training.backgrounds import add_clutter, random_background
from models.training.compose import bare_patch, paste_die, scatter, to_linear
from models.training.glyphs import paint_unknown_face
from models.training.mining import MinedExamples, Place
from models.training.photographs import FOLDERS, LabelledDie, Photograph
from models.training.rng import one_of
from models.training.rows import find_aligned_dice, lay_in_row
from models.training.sprites import SHADE, LabelledSprite
from models.training.unreadable import (
    blurred,
    burnt,
    covered,
    cut_off,
    find_touching_dice,
)
from vision.bounding_box import BoundingBox, centre, enclosing_box, mean_side, shift_box
from vision.classifiers import (
    COCKED,
    FACE_CLASSES,
    FACE_CROP_SCALE,
    FACE_CROP_SIDE,
    FACES,
    GLARE,
    NOTHING,
    STACKED,
    UNKNOWN,
    crop_square,
)
from vision.frame import Image
from vision.virtual.die import linear_to_srgb_bytes

# The sources of crops and their shares. Most rendered dice lie flat, like photographed ones.
# Otherwise, the network would learn to doubt rendered dice.
KINDS = {"real": 0.42, "rendered": 0.22, "other face": 0.06, "no die": 0.14, "trouble": 0.16}
TROUBLE_SHARES = {
    "cocked": 0.25, "stacked": 0.25, "touching": 0.1, "covered": 0.18, "glare": 0.12, "blurred": 0.1
}  # fmt: skip
CUT_SHARE = 0.25  # of covered dice: those that the border of the picture cuts
REPAINTED_SHARE, FADED_SHARE = 0.25, 0.1  # of dice seen from above: in other colours, pale
BIG_PIP_SHARE = 0.15  # of photographed ones seen from above: those with a larger pip
ROW_SHARE = 0.05  # of photographed dice: those in a row
PHOTOGRAPHED_SHARE = 0.5  # of clutter mistaken for dice: that in photographs; the rest is drawn
OFF_TOP = 0.12  # standard deviation in die sizes of a box's shift towards a side seen at a slant
TABLE = 144  # side in pixels of the small table for a rendered die


InGroup = tuple[list[LabelledSprite], int]
"""Dice that were rendered together, and the index of one of them."""


@dataclass(frozen=True, slots=True)
class CropView:
    """How to cut a crop: `grow` times as wide as usual, rotated by `angle` radians.

    The crop covers `stretch` times as much of the width as of the height, because pixels need not
    be square.
    """

    grow: float
    angle: float
    stretch: float


class FaceSamples:
    """Draws labelled crops (64, 64, 3) from photographs, rendered dice and mined mistakes.

    `mined` are places that an earlier detector mistook for dice.
    """

    scale = FACE_CROP_SCALE  # side of a crop, in sides of the die
    crop_side = FACE_CROP_SIDE  # side of a crop, in pixels
    kinds = KINDS

    def __init__(
        self,
        photographs: list[Photograph],
        store: list[list[LabelledSprite]],
        mined: MinedExamples,
        rng: Generator,
    ) -> None:
        self._rng = rng
        self._side = round(TABLE * self.scale / FACE_CROP_SCALE)
        self._store = store
        self._mined = mined
        self._grounds = [p for p in photographs if p.unlabelled == "none"]
        self._dice = _by_folder_and_face(photographs)
        shares = np.array([FOLDERS[folder].crop_weight for folder in self._dice])
        self._shares = shares / shares.sum() if len(shares) else shares
        self._folders = list(self._dice)
        self._tables = [random_background(rng, self._side) for _ in range(60)]
        self._plain = _labelled(store, range(len(FACES)))
        self._cocked, self._emblems = _labelled(store, [COCKED]), _labelled(store, [UNKNOWN])
        self._stacks = _labelled(store, [STACKED])
        self._touching = find_touching_dice(self._grounds)
        self._aligned = find_aligned_dice(self._grounds)
        self._real_clutter = [place for place in mined.hard_negatives if not place[0].dice]
        kinds = dict(self.kinds)
        if not self._dice:  # no photographs: only rendered dice
            kinds["rendered"] += kinds.pop("real")
        self._kinds, self._kind_shares = list(kinds), list(kinds.values())

    def __iter__(self) -> Iterator[tuple[Image, Any]]:
        while True:
            yield self.draw()

    def draw(self) -> tuple[Image, int]:
        """Return one crop and the index of its class in FACE_CLASSES."""
        kind = self._draw_kind()
        if kind == "real":
            crop, label = self._row() if self._rng.random() < ROW_SHARE else self._real()
        elif kind == "rendered":
            crop, label = self._rendered()
        elif kind == "other face":
            crop, label = self._other_face(), UNKNOWN
        elif kind == "no die":
            crop, label = self._no_die(), NOTHING
        else:
            crop, label = self._trouble()
        crop = self._finished(crop)
        if label == GLARE:  # glare is white in any light
            crop = burnt(crop, self._rng, 1 / self.scale)
        return crop, label

    def _draw_kind(self) -> str:
        return str(self._rng.choice(self._kinds, p=self._kind_shares))

    def _finished(self, crop: Image) -> Image:
        """Return `crop` as taken by a random camera, mirrored or not."""
        if self._rng.random() < 0.5:
            crop = self._mirrored(crop)
        return self._photographed(crop)

    def _mirrored(self, crop: Image) -> Image:
        return np.ascontiguousarray(crop[:, ::-1])

    def _photographed(self, crop: Image) -> Image:
        return augment(crop, self._rng)

    def _labelled_die(self) -> tuple[Photograph, LabelledDie]:
        folder = self._folders[int(self._rng.choice(len(self._folders), p=self._shares))]
        by_face = self._dice[folder]
        return one_of(self._rng, by_face[one_of(self._rng, list(by_face))])

    def _real(self) -> tuple[Image, int]:
        photograph, die = self._labelled_die()
        upright, image = FOLDERS[photograph.folder].upright, photograph.image
        if die.face == 1 and not upright and self._rng.random() < BIG_PIP_SHARE:
            image = _with_big_pip(image, die, self._rng)
        crop = self._around(image, die.centre, die.size, upright)
        return crop if upright else self._restyled(crop), die.face - 1

    def _row(self) -> tuple[Image, int]:
        """Return one of several photographed dice that lie face to face, and its class."""
        rng = self._rng
        if not self._aligned:
            return self._real()
        dice = one_of(rng, self._aligned)
        image, at, size, die = lay_in_row(dice, self._table(), rng)
        return self._around(image, at, size, FOLDERS[dice[0][0].folder].upright), die.face - 1

    def _restyled(self, crop: Image) -> Image:
        """Return `crop`, sometimes with the die repainted, or with hardly visible pips."""
        chance = self._rng.random()
        if chance < REPAINTED_SHARE:
            return repaint(crop, self._rng, 1 / self.scale)
        return fade(crop, self._rng) if chance < REPAINTED_SHARE + FADED_SHARE else crop

    def _around(
        self, image: Image, centre: tuple[float, float], size: float, upright: bool = False
    ) -> Image:
        """Return a crop as the reader cuts it, with an error as of the detector."""
        rng = self._rng
        x, y = np.array(centre) + rng.normal(0, 0.05, 2) * size
        view = self._draw_view(upright)
        span = self.scale * size * view.grow
        if rng.random() < 0.25 and size > 30:  # a distant die: few pixels
            factor = rng.uniform(12, 30) / size
            reach = 0.93 * self.scale * size
            left, top = int(max(0, x - reach)), int(max(0, y - reach))
            image = image[top : int(y + reach) + 1, left : int(x + reach) + 1]
            image = np.asarray(
                cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA),
                np.uint8,
            )
            if rng.random() < 0.5:  # noise and compression before enlarging
                image = compress(add_noise(image, rng), int(rng.integers(40, 96)))
            x, y, span = (x - left) * factor, (y - top) * factor, span * factor
        at = (float(x), float(y))
        return crop_square(image, at, float(span), view.angle, view.stretch, side=self.crop_side)

    def _draw_view(self, upright: bool) -> CropView:
        rng = self._rng
        wide = rng.uniform(-0.5, 0.5) if rng.random() < 0.12 else rng.normal(0, 0.12)
        angle = rng.normal(0, 0.25) if upright else rng.uniform(0, 2 * np.pi)
        return CropView(np.exp(rng.normal(0, 0.1)), angle, np.exp(wide))

    def _table(self) -> Image:
        """Return a bare table: drawn (and kept for some time), or cut from a photograph."""
        rng = self._rng
        if self._grounds and rng.random() < 0.5:
            patch = bare_patch(one_of(rng, self._grounds), rng, self._side)
            if patch is not None:
                return patch
        if rng.random() < 0.05:
            self._tables[int(rng.integers(len(self._tables)))] = random_background(rng, self._side)
        return one_of(rng, self._tables)

    def _rendered(self) -> tuple[Image, int]:
        """Return a rendered die that lies flat and shows a number."""
        group, place = one_of(self._rng, self._plain)
        die, crop = group[place], self._laid(group, place)
        return crop if die.upright else self._restyled(crop), die.label

    def _laid(self, group: list[LabelledSprite], place: int) -> Image:
        """Return a crop of die `place` of `group` on some table, often with others nearby."""
        rng = self._rng
        die = group[place]
        others = [group[int(i)] for i in rng.permutation(len(group)) if i != place]
        size, shade = rng.uniform(18, 60), rng.uniform(*SHADE)
        linear = to_linear(self._table())
        box = paste_die(linear, die, (self._side / 2, self._side / 2), size, shade)
        image = linear_to_srgb_bytes(linear)
        if rng.random() < 0.4:
            some = others[: int(rng.integers(1, 3))]
            image, _, _ = scatter(image, some, size, [box], rng, crowded=False, shade=shade)
        if rng.random() < 0.15:
            image = add_clutter(image, rng, [box])
        right, down = np.array(die.tilt) * -abs(rng.normal(0, OFF_TOP)) * size
        return self._about(image, shift_box(box, right, down), die.upright)

    def _about(self, image: Image, box: BoundingBox, upright: bool = False) -> Image:
        """Return a crop of `box` as the reader cuts it."""
        return self._around(image, centre(box), mean_side(box), upright)

    def _trouble(self) -> tuple[Image, int]:
        """Return a crop of a die that must not be played, and the class that says why."""
        rng = self._rng
        name = str(rng.choice(list(TROUBLE_SHARES), p=list(TROUBLE_SHARES.values())))
        label = FACE_CLASSES.index(name)
        if name == "cocked" and self._cocked:
            return self._laid(*one_of(self._rng, self._cocked)), label
        if name == "touching":
            return self._two_at_once(), label
        if name == "stacked" and self._stacks:
            return self._stacked(), label
        crop, _ = self._real() if self._dice and rng.random() < 0.6 else self._rendered()
        if name == "covered" and rng.random() < CUT_SHARE:
            return cut_off(crop, rng, 1 / self.scale), label
        if name == "covered":
            return covered(crop, rng, 1 / self.scale, self._over()), label
        return blurred(crop, rng, 1 / self.scale) if name == "blurred" else crop, label

    def _over(self) -> Image:
        """Return a picture as large as a crop of what may cover a die: skin, card or a pattern."""
        rng = self._rng
        if rng.random() < 0.6:
            plain = np.full((FACE_CROP_SIDE, FACE_CROP_SIDE, 3), rng.integers(0, 256, 3), np.uint8)
            return add_noise(plain, rng)
        start = rng.integers(0, self._side - FACE_CROP_SIDE, 2)
        return self._table()[
            start[0] : start[0] + FACE_CROP_SIDE, start[1] : start[1] + FACE_CROP_SIDE
        ]

    def _pair(self) -> tuple[LabelledSprite, LabelledSprite]:
        group = one_of(self._rng, self._store)
        a, b = self._rng.permutation(len(group))[:2]
        return group[int(a)], group[int(b)]

    def _stacked(self) -> Image:
        """Return a crop of a die on top of another, with a box around the upper one or both."""
        group, place = one_of(self._rng, self._stacks)
        die = group[place]
        share, both = self._rng.random(), die.whole_box
        x1, y1, x2, y2 = ((1 - share) * a + share * b for a, b in zip(die.box, both, strict=True))
        seen = replace(die, box=(x1, y1, x2, y2))
        return self._laid([*group[:place], seen, *group[place + 1 :]], place)

    def _two_at_once(self) -> Image:
        """Return a crop of two touching dice, from a photograph if possible."""
        rng = self._rng
        if self._touching and rng.random() < 0.5:
            image, box = one_of(rng, self._touching)
            return self._about(image, box)
        size, turn = rng.uniform(20, 40), rng.uniform(0, 2 * np.pi)
        apart = size * rng.uniform(0.9, 1.2) / 2
        dx, dy = apart * np.cos(turn), apart * np.sin(turn)
        linear, (first, second) = to_linear(self._table()), self._pair()
        one = paste_die(linear, first, (self._side / 2 - dx, self._side / 2 - dy), size)
        two = paste_die(linear, second, (self._side / 2 + dx, self._side / 2 + dy), size)
        return self._about(linear_to_srgb_bytes(linear), enclosing_box(one, two))

    def _mined_crop(self, places: list[Place]) -> Image:
        photograph, centre, size = one_of(self._rng, places)
        return self._around(photograph.image, centre, size)

    def _other_face(self) -> Image:
        if self._mined.symbols and self._rng.random() < 0.2:
            return self._mined_crop(self._mined.symbols)
        if self._emblems and self._rng.random() < 0.5:
            return self._laid(*one_of(self._rng, self._emblems))
        crop, _ = self._real() if self._dice and self._rng.random() < 0.6 else self._rendered()
        return paint_unknown_face(crop, self._rng, 1 / self.scale)

    def _no_die(self) -> Image:
        rng = self._rng
        kind = rng.random()
        if self._dice and kind < 0.35:
            return self._off_a_die()
        if self._mined.hard_negatives and kind < 0.65:
            return self._mined_crop(self._mistaken())
        if self._grounds and kind < 0.75:
            return self._somewhere(one_of(rng, self._grounds))
        image = self._table()
        if rng.random() < 0.8:
            image = add_clutter(image, rng, [])
        at = tuple(rng.uniform(40, self._side - 40, 2))
        return self._around(image, at, rng.uniform(16, 80))

    def _mistaken(self) -> list[Place]:
        """Return places mistaken for dice: half of the time only those in pictures without dice."""
        if self._rng.random() < 0.5:
            return self._clutter() or self._mined.hard_negatives
        return self._mined.hard_negatives

    def _clutter(self) -> list[Place]:
        """Return places in photographs or drawn pictures without dice that were mistaken for dice.

        Empty if there are none.
        """
        if self._real_clutter and self._rng.random() < PHOTOGRAPHED_SHARE:
            return self._real_clutter
        return self._mined.clutter or self._real_clutter

    def _off_a_die(self) -> Image:
        """Return a crop near a real die but not centred on it: a gap, a corner, a wrong size."""
        rng = self._rng
        photograph, die = self._labelled_die()
        (x, y), size = die.centre, die.size
        kind = rng.random()
        if kind < 0.3 and photograph.folder != "casino_crops":
            return self._around(photograph.image, (x, y), size * rng.uniform(2.0, 4.0))
        if kind < 0.5:
            dx, dy = rng.normal(0, 0.2, 2) * size
            return self._around(photograph.image, (x + dx, y + dy), size * rng.uniform(0.15, 0.45))
        turn, far = rng.uniform(0, 2 * np.pi), rng.uniform(0.5, 0.95) * size
        at = (x + far * np.cos(turn), y + far * np.sin(turn))
        if photograph.unlabelled != "none" or any(
            np.hypot(at[0] - d.centre[0], at[1] - d.centre[1]) < 0.45 * d.size
            for d in photograph.dice
        ):
            return self._around(photograph.image, (x, y), size * rng.uniform(0.15, 0.4))
        return self._around(photograph.image, at, size * rng.uniform(0.7, 1.4))

    def _somewhere(self, photograph: Photograph) -> Image:
        """Return a crop of a busy place in a photograph, away from its dice."""
        rng = self._rng
        height, width = photograph.image.shape[:2]
        best: tuple[float, Image] | None = None
        for _ in range(4):
            size = float(np.exp(rng.uniform(np.log(14), np.log(140))))
            at = (rng.uniform(0, width), rng.uniform(0, height))
            if any(
                np.hypot(at[0] - d.centre[0], at[1] - d.centre[1]) < 0.6 * d.size + 0.3 * size
                for d in photograph.dice
            ):
                continue
            crop = self._around(photograph.image, at, size)
            busy = float(crop.std())
            if best is None or busy > best[0]:
                best = busy, crop
        return best[1] if best else self._table()[:FACE_CROP_SIDE, :FACE_CROP_SIDE]


def _labelled(store: list[list[LabelledSprite]], labels: Container[int]) -> list[InGroup]:
    """Return the dice with one of `labels`."""
    return [
        (group, place) for group in store for place, die in enumerate(group) if die.label in labels
    ]


def _with_big_pip(image: Image, die: LabelledDie, rng: Generator) -> Image:
    """Return `image` with the pip of `die`, a one, larger."""
    x, y = (round(place) for place in die.centre)
    height, width = image.shape[:2]
    colour = image[min(max(y, 0), height - 1), min(max(x, 0), width - 1)]
    painted = image.copy()
    radius = max(2, round(die.size * rng.uniform(0.1, 0.24)))
    cv2.circle(painted, (x, y), radius, [int(c) for c in colour], -1, cv2.LINE_AA)
    return painted


def _by_folder_and_face(
    photographs: list[Photograph],
) -> dict[str, dict[int, list[tuple[Photograph, LabelledDie]]]]:
    found: dict[str, dict[int, list[tuple[Photograph, LabelledDie]]]] = {}
    for photograph in photographs:
        for die in photograph.dice:
            found.setdefault(photograph.folder, {}).setdefault(die.face, []).append(
                (photograph, die)
            )
    return found
