"""A second die renderer, only for tests: polygons, textures and the painter's algorithm.

It shares no geometry, light or backgrounds with `vision/virtual`, which is used for training, so
that results on it apply to dice that were not rendered for training.

In the scene, x points to the right, y away from the viewer, z up, in die edges; the table is z = 0.
Colours are BGR, 0..1, as displayed. The light is a distant lamp, ambient light, and a Blinn-Phong
highlight.
"""

from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise, product

import cv2
import numpy as np

Array = np.ndarray
FINE = 3  # supersampling along each side
TEXEL = 96  # texture pixels along a face
STEPS = 5  # strips along a rounded edge
AXES = {1: (2, 1), 6: (2, -1), 2: (0, 1), 5: (0, -1), 3: (1, 1), 4: (1, -1)}  # face: axis, sign
CORNERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))
PIPS = {
    1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}  # fmt: skip


@dataclass(frozen=True)
class Make:
    """The make of a die; `edge` is the radius of its edges, `spread` the offset of corner pips."""

    body: tuple[float, float, float]
    ink: tuple[float, float, float]
    edge: float = 0.12
    pip: float = 0.09
    spread: float = 0.25
    dish: float = 0.8
    gloss: float = 0.4
    mottle: float = 0.03
    twist: int = 0


@dataclass(frozen=True)
class Placed:
    """A die in the scene: rotation (3, 3) from its frame to the scene, centre (3,).

    `symbol` replaces the pips of the upper face.
    """

    make: Make
    face: int
    turn: Array
    centre: Array
    symbol: str = ""


@dataclass(frozen=True)
class Lamp:
    """A light: unit direction to the lamp, its share of the light, and the softness of shadows."""

    towards: Array
    share: float
    soft: float


@dataclass(frozen=True)
class Camera:
    """A pinhole camera: position; right, down and forward directions; focal length; size."""

    place: Array
    axes: Array
    focal: float
    size: tuple[int, int]
    fine: float = field(default=1.0)

    def see(self, points: Array) -> Array:
        """Project points (n, 3) to pixels (n, 2)."""
        seen = (points - self.place) @ self.axes.T
        return seen[:, :2] / seen[:, 2:] * self.focal + np.array(self.size) / 2


def camera_over(distance: float, lean: float, focal: float, size: tuple[int, int]) -> Camera:
    """Return a camera `distance` edges from the table's centre, tilted by `lean` radians."""
    back = np.array([0.0, -np.sin(lean), np.cos(lean)])
    axes = np.stack([[1.0, 0.0, 0.0], np.cross(-back, [1.0, 0.0, 0.0]), -back])
    return Camera(back * distance, axes, focal, size)


def lying(face: int, yaw: float) -> Array:
    """Return the rotation that brings `face` up, turned by `yaw` about the vertical."""
    axis, sign = AXES[face]
    up = np.zeros(3)
    up[axis] = sign
    aside = np.zeros(3)
    aside[(axis + 1) % 3] = 1.0
    base = np.stack([aside, np.cross(up, aside), up])
    return np.asarray(cv2.Rodrigues(np.array([0.0, 0.0, yaw]))[0] @ base)


def leaning(turn: Array, lean: float, towards: float) -> Array:
    """Tilt a die by `lean` radians towards the direction `towards`."""
    axis = np.array([-np.sin(towards), np.cos(towards), 0.0]) * lean
    return np.asarray(cv2.Rodrigues(axis)[0] @ turn)


def lowest(make: Make, turn: Array) -> float:
    """Return how far the lowest point of a die lies below its centre."""
    return float(np.abs(turn[2]).sum() * (0.5 - make.edge) + make.edge)


@cache
def _patches(edge: float) -> tuple[Array, Array]:
    """Split rounded edges and corners into n strips: corners (n, 4, 3) and normals (n, 3)."""
    inner = 0.5 - edge
    angles = np.linspace(0, np.pi / 2, STEPS + 1)
    found = []
    for axis, a, b in product(range(3), (-1, 1), (-1, 1)):
        p, q = (axis + 1) % 3, (axis + 2) % 3
        for low, high in pairwise(angles):
            corners = np.zeros((4, 3))
            for row, (angle, end) in enumerate(((low, -1), (high, -1), (high, 1), (low, 1))):
                corners[row, axis] = end * inner
                corners[row, p] = a * (inner + edge * np.cos(angle))
                corners[row, q] = b * (inner + edge * np.sin(angle))
            normal = np.zeros(3)
            normal[p], normal[q] = a * np.cos((low + high) / 2), b * np.sin((low + high) / 2)
            found.append((corners, normal))
    for signs in product((-1, 1), repeat=3):
        for (u1, u2), (v1, v2) in product(list(pairwise(angles)), repeat=2):
            ways = [(u1, v1), (u2, v1), (u2, v2), (u1, v2), ((u1 + u2) / 2, (v1 + v2) / 2)]
            unit = [(np.cos(v) * np.cos(u), np.cos(v) * np.sin(u), np.sin(v)) for u, v in ways]
            corners = (inner + edge * np.array(unit[:4])) * signs
            found.append((corners, np.array(unit[4]) * signs))
    return np.array([corners for corners, _ in found]), np.array([normal for _, normal in found])


def _light(normal: Array, colour: Array, gloss: float, lamp: Lamp, to_eye: Array) -> Array:
    """Shade a surface: normals (..., 3) in the scene, colours (..., 3)."""
    fall = np.clip(normal @ lamp.towards, 0, 1)
    sky = 0.6 + 0.4 * normal[..., 2]
    half = lamp.towards + to_eye
    gleam = gloss * np.clip(normal @ (half / np.linalg.norm(half)), 0, 1) ** (10 + 60 * gloss)
    light = (1 - lamp.share) * sky + lamp.share * fall / max(float(lamp.towards[2]), 0.4)
    return np.asarray(colour * light[..., None] + 0.7 * lamp.share * gleam[..., None])


def _skin(die: Placed, face: int, lamp: Lamp, to_eye: Array) -> Array:
    """Return the flat part of a face (TEXEL, TEXEL, 3) in this light."""
    make, (axis, sign) = die.make, AXES[face]
    inner = 0.5 - make.edge
    line = (np.arange(TEXEL) + 0.5) / TEXEL * 2 * inner - inner
    u, v = np.meshgrid(line, line)
    normal = np.zeros((TEXEL, TEXEL, 3))
    normal[..., axis] = sign
    colour = np.full((TEXEL, TEXEL, 3), make.body)
    grain = np.random.default_rng(face).normal(0, 1, (12, 12)).astype(np.float32)
    colour += (
        make.mottle * cv2.resize(grain, (TEXEL, TEXEL), interpolation=cv2.INTER_CUBIC)[..., None]
    )
    if die.symbol and face == die.face:
        board = np.zeros((TEXEL, TEXEL), np.uint8)
        (wide, high), _ = cv2.getTextSize(die.symbol, cv2.FONT_HERSHEY_DUPLEX, 2.6, 8)
        at = ((TEXEL - wide) // 2, (TEXEL + high) // 2)
        cv2.putText(board, die.symbol, at, cv2.FONT_HERSHEY_DUPLEX, 2.6, 255, 8, cv2.LINE_AA)
        share = board[..., None] / 255.0
        return _light(
            normal @ die.turn.T, colour * (1 - share) + make.ink * share, make.gloss, lamp, to_eye
        )
    ink, gloss = np.array(make.ink), np.full((TEXEL, TEXEL), make.gloss)
    for a, b in PIPS[face]:
        if make.twist >> face & 1:
            a, b = b, -a
        du, dv = u - a * make.spread, v - b * make.spread
        far = np.hypot(du, dv)
        share = np.clip((make.pip - far) / 0.015 + 0.5, 0, 1)[..., None]
        colour = colour * (1 - share) + ink * share
        slope = make.dish * share[..., 0] / make.pip
        normal[..., (axis + 1) % 3] -= slope * du
        normal[..., (axis + 2) % 3] -= slope * dv
        gloss = gloss * (1 - 0.6 * share[..., 0])
    normal /= np.linalg.norm(normal, axis=2, keepdims=True)
    return _light(normal @ die.turn.T, colour, float(gloss.mean()), lamp, to_eye)


def draw_die(image: Array, die: Placed, camera: Camera, lamp: Lamp) -> tuple[float, ...]:
    """Draw a die on `image` (H, W, 3) in place; return its box (x1, y1, x2, y2) in pixels."""
    to_eye = camera.place - die.centre
    to_eye = to_eye / np.linalg.norm(to_eye)
    corners, normals = (part @ die.turn.T for part in _patches(die.make.edge))
    corners += die.centre
    points = camera.see(corners.reshape(-1, 3))
    low, high = np.floor(points.min(axis=0)) - 1, np.ceil(points.max(axis=0)) + 1
    size = ((high - low) * FINE).astype(int)
    canvas, cover = (
        np.zeros((size[1], size[0], 3), np.float32),
        np.zeros((size[1], size[0]), np.uint8),
    )
    outlines = np.round((points.reshape(-1, 4, 2) - low) * FINE).astype(np.int32)
    shades = _light(normals, np.array(die.make.body), die.make.gloss, lamp, to_eye)
    for i in np.flatnonzero((normals * (camera.place - corners[:, 0])).sum(axis=1) > 0):
        outline = outlines[i]
        for board, value in ((canvas, shades[i].tolist()), (cover, 255)):
            cv2.fillConvexPoly(board, outline, value)
            cv2.polylines(board, [outline], True, value, 2)
    for face, (axis, sign) in AXES.items():
        inner = 0.5 - die.make.edge
        square = np.zeros((4, 3))
        square[:, axis] = 0.5 * sign
        square[:, [(axis + 1) % 3, (axis + 2) % 3]] = np.array(CORNERS) * inner
        square = die.centre + square @ die.turn.T
        if die.turn[:, axis] * sign @ (camera.place - square[0]) <= 0:
            continue
        outline = ((camera.see(square) - low) * FINE).astype(np.float32)
        flat = (np.array(CORNERS, np.float32) + 1) / 2 * TEXEL - 0.5
        warp = cv2.getPerspectiveTransform(flat, outline)
        skin = _skin(die, face, lamp, to_eye).astype(np.float32)
        here = np.zeros_like(cover)
        cv2.fillConvexPoly(here, np.round(outline).astype(np.int32), 255)
        drawn = cv2.warpPerspective(
            skin, warp, tuple(size), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE
        )
        canvas[here > 0] = drawn[here > 0]
        cover |= here
    _lay(image, canvas, cover, low.astype(int))
    return (*camera.see(die.centre[None])[0], *low, *high)[2:]


def _lay(image: Array, canvas: Array, cover: Array, low: Array) -> None:
    """Blend a supersampled piece into the picture at pixel `low`."""
    size = (canvas.shape[1] // FINE, canvas.shape[0] // FINE)
    share = cv2.resize(cover.astype(np.float32) / 255, size, interpolation=cv2.INTER_AREA)[
        ..., None
    ]
    paint = cv2.resize(canvas * (cover > 0)[..., None], size, interpolation=cv2.INTER_AREA)
    x1, y1 = max(0, low[0]), max(0, low[1])
    x2, y2 = min(image.shape[1], low[0] + size[0]), min(image.shape[0], low[1] + size[1])
    if x1 >= x2 or y1 >= y2:
        return
    part = np.s_[y1 - low[1] : y2 - low[1], x1 - low[0] : x2 - low[0]]
    image[y1:y2, x1:x2] = image[y1:y2, x1:x2] * (1 - share[part]) + paint[part]


def draw_shadows(image: Array, dice: list[Placed], camera: Camera, lamp: Lamp) -> None:
    """Darken the table where dice block the lamp, and close to their edges."""
    height, width = image.shape[:2]
    mask, foot = np.zeros((height, width), np.float32), np.zeros((height, width), np.float32)
    for die in dice:
        corners = die.centre + np.array(list(product((-0.47, 0.47), repeat=3))) @ die.turn.T
        fallen = corners - corners[:, 2:] / lamp.towards[2] * lamp.towards
        below = corners * (1, 1, 0)
        for board, points in ((mask, fallen), (foot, below)):
            hull = cv2.convexHull(camera.see(points).astype(np.float32))
            cv2.fillConvexPoly(board, np.round(hull).astype(np.int32), 1.0)
    edge = camera.focal / np.linalg.norm(camera.place)
    mask = cv2.GaussianBlur(mask, (0, 0), max(0.6, lamp.soft * edge))
    foot = cv2.GaussianBlur(foot, (0, 0), 0.12 * edge)
    image *= ((1 - 0.85 * lamp.share * mask) * (1 - 0.35 * foot))[..., None]
