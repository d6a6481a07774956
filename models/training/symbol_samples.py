"""Endless views of invented faces for the embedding of taught faces: dogs, runes, letters.

Dice without pips are rendered once, and a face is then printed on the upper side. So every face is
new, and each is seen several times.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.training.augment import add_noise, compress, glare, shade, soften
from models.training.backgrounds import random_background
from models.training.compose import to_linear
from models.training.glyphs import random_symbol
from models.training.looks import random_light, random_look, random_view
from models.training.rng import one_of
from vision.bounding_box import centre, mean_side
from vision.classifiers import FACE_CROP_SCALE, crop_square
from vision.frame import Image
from vision.taught_faces import unwrap_to_polar
from vision.virtual.die import Sprite, linear_to_srgb_bytes, paste_sprite, render_die
from vision.virtual.look import faces_of_die

VIEWS = 4  # of each face, one after the other
TABLE = 128  # side in pixels of the small table for a die
BOARD = 96  # side of a drawn face, in pixels
FACE = 6  # the side of the die that is printed
MAX_TILT = 0.6  # maximum tilt of the camera; from further down, a face is hardly visible
VARIED = 0.3  # share of faces that differ slightly from the previous one
SAME_MAKE = 0.6  # share of views on the same die, rotated and in other light
PIPS = 0.12  # share of faces with pips

Ink = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class BlankDie:
    """A rendered die without pips, and the corners (4, 2) of its upper side in sprite pixels."""

    sprite: Sprite
    corners: NDArray[np.float32]
    bright: bool


def render_blank(seed: int) -> BlankDie:
    """Render a die without pips."""
    rng = np.random.default_rng([seed, 7])
    view = random_view(rng)
    view = replace(view, tilt=view.tilt % MAX_TILT)
    nothing = np.zeros((8, 8), np.uint8)
    look = replace(random_look(rng), emblems=dict.fromkeys(range(1, 7), nothing))
    px, yaw = float(rng.uniform(26, 46)), float(rng.uniform(0, 2 * np.pi))
    sprite = render_die(look, FACE, yaw, view, random_light(rng), px)
    flat = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
    turn = np.array(((np.cos(yaw), -np.sin(yaw)), (np.sin(yaw), np.cos(yaw))))
    corners = np.concatenate([flat @ turn.T, np.full((4, 1), 0.5)], axis=1)
    right, up = view.basis()
    away = corners - view.position()
    depth = away @ -(np.cross(right, up))
    near = view.distance / depth
    middle = sprite.alpha.shape[0] / 2
    x, y = middle + px * near * (corners @ right), middle - px * near * (corners @ up)
    return BlankDie(sprite, np.stack([x, y], 1).astype(np.float32), float(sum(look.body)) > 0.9)


class SymbolSamples:
    """Draws unwrapped views of faces as network input, each with the face's number.

    `varied` is the share of faces that differ slightly from the previous one, `same_make` the share
    of views of a face on one make of die.
    """

    def __init__(
        self,
        blanks: list[BlankDie],
        rng: Generator,
        *,
        varied: float = VARIED,
        same_make: float = SAME_MAKE,
    ) -> None:
        self._rng, self._blanks, self._number = rng, blanks, 0
        self._varied, self._same_make = varied, same_make
        self._tables = [random_background(rng, TABLE) for _ in range(60)]
        self._board = random_face(rng)

    def __iter__(self) -> Iterator[tuple[Image, int]]:
        while True:
            views = self.face()
            for _ in range(VIEWS):
                yield unwrap_to_polar(next(views)), self._number

    def face(self, board: Image | None = None) -> Iterator[Image]:
        """Yield crops (64, 64, 3) without end: of the face `board`, or of an invented one."""
        rng = self._rng
        self._number += 1
        if board is None:
            varied = rng.random() < self._varied
            board = vary(self._board, rng) if varied else random_face(rng)
        self._board = board
        bright, hue = rng.random() < 0.5, rng.dirichlet((1, 1, 1)) * 1.5
        tint = hue if rng.random() < 0.4 else np.ones(3)
        ink = tint * (rng.uniform(0.01, 0.12) if bright else rng.uniform(0.4, 0.9))
        fitting = [b for b in self._blanks if b.bright == bright] or self._blanks
        return self._views(board, ink.astype(np.float32), fitting)

    def _views(self, board: Image, ink: Ink, blanks: list[BlankDie]) -> Iterator[Image]:
        rng = self._rng
        make = one_of(rng, blanks)
        while True:
            blank = make if rng.random() < self._same_make else one_of(rng, blanks)
            yield look_at(lay(blank, board, ink, one_of(rng, self._tables), rng), rng)


def lay(blank: BlankDie, board: Image, ink: Ink, table: Image, rng: Generator) -> Image:
    """Return a crop (64, 64, 3) of a die with `board` printed on it that lies on `table`."""
    sprite, side = blank.sprite, blank.sprite.alpha.shape[0]
    turned = np.roll(blank.corners, int(rng.integers(4)), axis=0)
    square = np.array([(0, BOARD), (BOARD, BOARD), (BOARD, 0), (0, 0)], np.float32)
    flat = cv2.getPerspectiveTransform(square, np.ascontiguousarray(turned, np.float32))
    cover = cv2.warpPerspective(board, flat, (side, side), flags=cv2.INTER_AREA) / np.float32(255)
    top = sprite.rgb[side // 2 - 3 : side // 2 + 4, side // 2 - 3 : side // 2 + 4]
    light = np.median(top.reshape(-1, 3).max(axis=1)) / max(0.3, float(np.median(top)) + 0.3)
    inked = (ink * np.float32(0.5 + light))[None, None]
    cover = (cover * sprite.alpha)[..., None]
    printed = replace(sprite, rgb=sprite.rgb * (1 - cover) + inked * cover)
    linear = to_linear(np.ascontiguousarray(np.rot90(table, int(rng.integers(4)))))
    paste_sprite(linear, printed, TABLE / 2, TABLE / 2)
    x, y = np.array(centre(sprite.box)) + TABLE / 2 - side / 2
    size = mean_side(sprite.box)
    x, y = np.array((x, y)) + rng.normal(0, 0.03, 2) * size
    span = FACE_CROP_SCALE * size * np.exp(rng.normal(0, 0.06))
    stretch = float(np.exp(rng.normal(0, 0.05)))
    image = linear_to_srgb_bytes(linear)
    if rng.random() < 0.4:  # a distant die: few pixels
        factor = rng.uniform(18, 40) / size
        if factor < 1:
            image = np.asarray(
                cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA),
                np.uint8,
            )
            x, y, span = x * factor, y * factor, span * factor
    angle = rng.uniform(0, 2 * np.pi)
    return crop_square(image, (float(x), float(y)), float(span), angle, stretch)


def look_at(crop: Image, rng: Generator) -> Image:
    """Return `crop` as taken by a camera: other light, a shadow, a reflection, blur, noise."""
    gain = np.exp(rng.normal(0, 0.25)) * np.exp(rng.normal(0, 0.06, 3))
    ramp = np.arange(256)[:, None] / 255
    curve = np.clip(gain[None] * ramp ** np.exp(rng.normal(0, 0.15)), 0, 1) * 255
    crop = np.asarray(cv2.LUT(crop, curve.astype(np.uint8)[None]), np.uint8)
    for change, share in ((shade, 0.2), (glare, 0.08), (soften, 0.4), (add_noise, 0.5)):
        if rng.random() < share:
            crop = change(crop, rng)
    if rng.random() < 0.4:
        crop = compress(crop, int(rng.integers(40, 92)))
    return crop


def random_face(rng: Generator) -> Image:
    """Draw a random side of a die (96, 96), 0..255 of ink: pips or a symbol."""
    return pips(rng) if rng.random() < PIPS else symbol(rng)


def symbol(rng: Generator) -> Image:
    """Draw a symbol for one side of a die (96, 96), 0..255 of ink."""
    board = _drawn(rng)
    if rng.random() < 0.35:
        board = _joined(board, _drawn(rng), rng)
    if rng.random() < 0.25:  # an outline
        pen = np.ones((int(rng.integers(3, 8)),) * 2, np.uint8)
        board = np.asarray(cv2.morphologyEx(board, cv2.MORPH_GRADIENT, pen), np.uint8)
    if rng.random() < 0.15:  # light on a dark spot
        spot = np.zeros_like(board)
        cv2.circle(spot, (48, 48), int(rng.integers(36, 46)), 255, -1, cv2.LINE_AA)
        board = np.asarray(cv2.subtract(spot, board), np.uint8)
    if rng.random() < 0.1:  # and a mark below it
        cv2.line(board, (30, 88), (66, 88), 255, int(rng.integers(3, 7)), cv2.LINE_AA)
    return board


def vary(board: Image, rng: Generator) -> Image:
    """Return a face slightly different from `board`: with more or less on it, or mirrored."""
    mirrored = np.ascontiguousarray(board[:, ::-1])
    if rng.random() < 0.25 and not np.array_equal(mirrored, board):
        return mirrored
    board = board.copy()
    x, y = (int(v) for v in rng.integers(22, 74, 2))
    ink = 0 if board[y, x] > 127 else 255
    axes = (int(rng.integers(7, 18)), int(rng.integers(7, 14)))
    cv2.ellipse(board, (x, y), axes, rng.uniform(0, 180), 0, 360, ink, -1, cv2.LINE_AA)
    return board


def _drawn(rng: Generator) -> Image:
    """Draw one symbol, rotated and scaled."""
    turn = cv2.getRotationMatrix2D((47.5, 47.5), rng.uniform(0, 360), rng.uniform(0.65, 1.1))
    turn[:, 2] = turn[:, 2] + rng.normal(0, 2, 2)
    return np.asarray(cv2.warpAffine(random_symbol(rng), turn, (BOARD, BOARD)), np.uint8)


def _joined(board: Image, other: Image, rng: Generator) -> Image:
    """Return two symbols together, one smaller and elsewhere, or cut out of the first."""
    shift = np.array(((0.55, 0, 22 + rng.normal(0, 14)), (0, 0.55, 22 + rng.normal(0, 14))))
    small = np.asarray(cv2.warpAffine(other, shift, (BOARD, BOARD)), np.uint8)
    if rng.random() < 0.5:
        return np.asarray(cv2.max(board, small), np.uint8)
    return np.asarray(cv2.subtract(board, small), np.uint8)


def pips(rng: Generator) -> Image:
    """Draw some number of pips (96, 96), 0..255 of ink."""
    board = np.zeros((BOARD, BOARD), np.uint8)
    face = one_of(rng, faces_of_die(random_look(rng)))
    for u, v in face.pips:
        middle = (int((u + 0.5) * BOARD), int((v + 0.5) * BOARD))
        cv2.circle(board, middle, int(face.radius * BOARD), 255, -1, cv2.LINE_AA)
    return board
