"""Render dice by ray marching: shape, pips, reflections and shadows. Uses numpy and cv2 only.

    sprite = render_die(DieLook(), face=5, yaw=0.7, view=CameraView(), light=Light(), px=40)
    paste_sprite(ground, sprite, x=120.0, y=80.0)  # ground: (H, W, 3) float32 linear RGB

In the scene, x points to the right of the picture, y to its top, and z up from the table, all in
die edges. Colours are linear RGB; `linear_to_srgb_bytes` converts them to the sRGB, BGR, uint8
pictures that cameras give.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.bounding_box import BoundingBox
from vision.frame import Array
from vision.virtual import solid
from vision.virtual.light import CameraPosition, Lighting
from vision.virtual.look import DieLook, faces_of_die
from vision.virtual.shade import surface_colour

SPRITE_SIDE = 2.6  # side of a sprite in die edges: room for a tilted die and most of its shadow
RAYS_PER_PIXEL_EDGE = 2


@dataclass(frozen=True, slots=True)
class PlacedDie:
    """A die in the scene: `rotation` (3, 3) from its frame to the scene, and its `centre` (3,)."""

    look: DieLook
    rotation: Array
    centre: tuple[float, float, float] = (0.0, 0.0, 0.0)

    def lowest_point(self) -> float:
        """Return the height of the lowest point of the die in the scene, in edges."""
        return self.centre[2] - depth_of_lowest_point(self.look, self.rotation)

    def to_local(self, points: Array) -> Array:
        """Return points (3, n) of the scene in the die's own frame."""
        return np.asarray(self.rotation.T @ (points - np.array(self.centre)[:, None]), np.float32)


@dataclass(frozen=True, slots=True)
class Sprite:
    """A rendered die: a square of `round(2.6 * px)` pixels with the die in its centre.

    `rgb` (h, w, 3) is float32, linear and premultiplied by alpha; highlights may exceed 1. `alpha`
    (h, w) is the die's coverage of each pixel, 0..1. `shadow` (h, w) is the share of light that
    still reaches the table, 0..1. `box` (x1, y1, x2, y2) in sprite pixels holds every visible part
    of the die, or of the first one if there are several.
    """

    rgb: Array
    alpha: Array
    shadow: Array
    box: BoundingBox


def rotation_of_pose(look: DieLook, face: int, yaw: float) -> Array:
    """Return the rotation (3, 3) from die to scene with `face` up, turned by `yaw` radians."""
    side = next(f for f in faces_of_die(look) if f.value == face)
    up = side.axis
    turn = np.zeros((3, 3), np.float32)
    turn[2, up] = side.sign
    turn[0, (up + 1) % 3] = 1.0
    turn[1, (up + 2) % 3] = side.sign
    c, s = np.cos(yaw), np.sin(yaw)
    around = np.array(((c, -s, 0), (s, c, 0), (0, 0, 1)), np.float32)
    return around @ turn


def tilted(rotation: Array, lean: float, lean_to: float) -> Array:
    """Return `rotation` tilted by `lean` radians towards the direction `lean_to`."""
    axis = np.array((-np.sin(lean_to), np.cos(lean_to), 0.0)) * lean
    return np.asarray(cv2.Rodrigues(axis)[0].astype(np.float32) @ rotation)


def render_die(
    look: DieLook, face: int, yaw: float, view: CameraPosition, light: Lighting, px: float
) -> Sprite:
    """Render a die resting on the table with `face` (1..6) up.

    `yaw` rotates it about the vertical (radians). `px` is the length of a die edge in pixels.
    Raises ValueError for a face outside 1..6 or px < 4.
    """
    if face not in range(1, 7):
        raise ValueError(f"a die has the faces 1 to 6, not {face}")
    return render_pose(look, rotation_of_pose(look, face, yaw), view, light, px)


def render_pose(
    look: DieLook,
    rotation: Array,
    view: CameraPosition,
    light: Lighting,
    px: float,
    *,
    lift: float = 0.0,
) -> Sprite:
    """Render a die in any pose: `rotation` (3, 3) from its frame to the scene, `lift` edges up.

    Without `lift`, its lowest point touches the table. Raises ValueError for px < 4.
    """
    die = PlacedDie(look, rotation)
    return render_dice([die], view, light, px, table=die.lowest_point() - lift)


def render_dice(
    dice: Sequence[PlacedDie],
    view: CameraPosition,
    light: Lighting,
    px: float,
    *,
    table: float,
    side: float = SPRITE_SIDE,
    shade: float = 1.0,
) -> Sprite:
    """Render dice that lie on, against or near each other, each in the shadow of the others.

    The camera looks at the origin of the scene, in the centre of the sprite, which is `side` edges
    wide. The table is at height `table`. `shade` (0..1) is how much the dice darken each other.
    Raises ValueError for px < 4.
    """
    if px < 4:
        raise ValueError(f"a die edge of {px} pixels is too small to draw")
    size = round(side * px)
    fine = size * RAYS_PER_PIXEL_EDGE
    rays, eye = _rays(view, fine, px * RAYS_PER_PIXEL_EDGE), view.position()[:, None]
    nearest = np.full(rays.shape[1], np.inf, np.float32)
    layers = np.zeros((5, rays.shape[1]), np.float32)  # red, green, blue, any die, the first die
    for number, die in enumerate(dice):
        start, ahead = die.to_local(eye), die.rotation.T @ rays
        t, met = solid.ray_march(start, ahead, die.look.edge, die.look.ball)
        seen = np.flatnonzero(met & (t < nearest))
        nearest[seen] = t[seen]
        ahead, t = ahead[:, seen], t[seen]
        colour = surface_colour(die.look, die.rotation, start, ahead, t, light)
        others = [other for other in dice if other is not die]
        left = _light_left(eye + rays[:, seen] * t, others, light)
        layers[:3, seen] = colour * (1 - shade * (1 - left))
        layers[3, seen], layers[4, seen] = 1.0, number == 0
    image = layers.reshape(5, fine, fine).transpose(1, 2, 0)
    image = np.asarray(cv2.resize(image, (size, size), interpolation=cv2.INTER_AREA), np.float32)
    rgb, alpha = np.ascontiguousarray(image[..., :3]), np.ascontiguousarray(image[..., 3])
    shadow = _table_shadow(dice, view, light, size, px, table)
    return Sprite(rgb, alpha, shadow, covered_box(image[..., 4]))


def paste_sprite(ground: Array, sprite: Sprite, x: float, y: float) -> Array:
    """Paste a sprite into `ground` (H, W, 3) linear RGB, its centre at pixel (x, y).

    Changes and returns `ground`. Parts outside are clipped; positions are rounded to whole pixels.
    """
    size = sprite.alpha.shape[0]
    left, top = round(x - size / 2), round(y - size / 2)
    x1, y1 = max(left, 0), max(top, 0)
    x2, y2 = min(left + size, ground.shape[1]), min(top + size, ground.shape[0])
    if x1 >= x2 or y1 >= y2:
        return ground
    cut = np.s_[y1 - top : y2 - top, x1 - left : x2 - left]
    under = sprite.shadow[cut] * (1.0 - sprite.alpha[cut])
    target = ground[y1:y2, x1:x2]
    target *= under[..., None]
    target += sprite.rgb[cut]
    return ground


def linear_to_srgb_bytes(linear: Array) -> NDArray[np.uint8]:
    """Convert linear RGB (H, W, 3) to the sRGB-encoded BGR bytes a camera gives, clipped."""
    index = np.clip(linear * 4095.0, 0, 4095).astype(np.uint16)
    return np.ascontiguousarray(_ENCODE[index][..., ::-1])


_LEVELS = np.arange(4096) / 4095.0
_SRGB = np.where(_LEVELS <= 0.0031308, 12.92 * _LEVELS, 1.055 * _LEVELS ** (1 / 2.4) - 0.055)
_ENCODE = np.round(_SRGB * 255).astype(np.uint8)
"""The sRGB curve (IEC 61966-2-1) for each of 4096 linear levels."""


def _rays(view: CameraPosition, size: int, px: float) -> Array:
    """Return unit view rays (3, size * size) in the scene frame, row by row."""
    right, up = view.basis()
    step = ((np.arange(size) + 0.5 - size / 2) / px).astype(np.float32)
    flat = right[:, None, None] * step[None, None, :] - up[:, None, None] * step[None, :, None]
    rays = (flat - view.position()[:, None, None]).reshape(3, -1)
    return np.asarray(rays / np.sqrt((rays * rays).sum(0)), np.float32)


def depth_of_lowest_point(look: DieLook, rotation: Array) -> float:
    """Return how far the lowest point of a rotated die lies below its centre, in edges."""
    inner = 0.5 - look.edge
    return float(min(np.abs(rotation[2]).sum() * inner + look.edge, look.ball))


def _light_left(points: Array, dice: Sequence[PlacedDie], light: Lighting) -> Array:
    """Return the share of light (n,), 0..1, that `dice` let through to points (3, n)."""
    left = np.ones(points.shape[1], np.float32)
    key, room = sum(light.key) * float(light.direction_to_lamp()[2]), sum(light.ambient)
    for die in dice:
        local, look = die.to_local(points), die.look
        to_light = (die.rotation.T @ light.direction_to_lamp())[:, None]
        lamp = solid.soft_shadow(local, to_light, look.edge, look.ball, light.size)
        near = solid.signed_distance(local, look.edge, look.ball)
        open_sky = np.clip(0.25 + 1.1 * np.maximum(near, 0.0), 0.0, 1.0)
        share = (lamp * key + open_sky * room) / (key + room)
        # A transparent body lets much light through.
        left *= 0.45 + 0.55 * share if look.material == "clear" else share
    return left


def _table_shadow(
    dice: Sequence[PlacedDie],
    view: CameraPosition,
    light: Lighting,
    size: int,
    px: float,
    table: float,
) -> Array:
    """Return the share of light (size, size) that reaches the table at height `table`.

    Computed at half the resolution, because shadows are soft and would take half of the time.
    """
    half = (size + 1) // 2
    rays = _rays(view, half, px / 2)
    eye = view.position()[:, None]
    share = _light_left(eye + rays * ((table - eye[2]) / rays[2]), dice, light)
    image = cv2.GaussianBlur(share.reshape(half, half), (3, 3), 0)
    image = cv2.resize(image, (size, size), interpolation=cv2.INTER_LINEAR)
    line = np.abs(np.arange(size, dtype=np.float32) + 0.5 - size / 2)
    from_middle = np.maximum(line[None, :], line[:, None])
    fade = np.clip((0.5 * size - 0.5 - from_middle) / (0.12 * size), 0.0, 1.0)
    return np.asarray((1.0 - (1.0 - np.clip(image, 0, 1)) * fade), np.float32)


def covered_box(alpha: Array) -> BoundingBox:
    """Return the bounding box of the covered pixels; all zeros if nothing is covered."""
    x, y, w, h = cv2.boundingRect((alpha > 0.5).astype(np.uint8))
    return float(x), float(y), float(x + w), float(y + h)
