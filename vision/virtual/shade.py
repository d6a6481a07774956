"""The colour of a point on a die: its material, its pips, the lamp, and reflections.

Points, normals and rays are (3, n) float32 in the die's own frame, colours (3, n) linear RGB.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.frame import Array
from vision.virtual import solid
from vision.virtual.light import Lighting
from vision.virtual.look import DieLook, faces_of_die

Mask = NDArray[np.bool_]


def surface_colour(
    look: DieLook, rotation: Array, eye: Array, ray: Array, t: Array, light: Lighting
) -> Array:
    """Return the colour (3, n) of the die at `eye` (3, 1) + `ray` (3, n) * `t` (n,)."""
    point = eye + ray * t
    normal = solid.surface_normals(point, look.edge, look.ball)
    skin = normal
    inked, ink, normal, depth = _pips(look, point, ray, normal)
    room = _Room(light, rotation)
    albedo = _body(look, point)
    if look.material == "clear":
        base = _through(look, point, ray, skin, room) * 0.9 + albedo * room.diffuse(skin) * 0.16
    else:
        base = albedo * room.diffuse(normal)
    painted = ink * room.diffuse(normal) * (1.0 - depth)
    colour = np.where(inked, painted, base)
    facing = np.clip(-(ray * normal).sum(0), 0.0, 1.0)
    fresnel = 0.04 + 0.96 * (1.0 - facing) ** 5
    shine = np.where(inked, 0.35, 1.0) * (0.25 + 0.75 * look.gloss)
    mirror = ray + 2.0 * facing * normal
    return np.asarray(colour + fresnel * shine * room.mirrored(mirror, look.gloss), np.float32)


class _Room:
    """The light around a die, rotated into the die's own frame."""

    def __init__(self, light: Lighting, rotation: Array) -> None:
        self.lamp = rotation.T @ light.direction_to_lamp()
        self.up = rotation[2].copy()
        self.key = np.array(light.key, np.float32)[:, None]
        self.ambient = np.array(light.ambient, np.float32)[:, None]
        self.ground = np.array(light.ground, np.float32)[:, None]
        self.size = light.size

    def diffuse(self, normal: Array) -> Array:
        """Return the light (3, n) that reaches a diffuse surface with these normals."""
        sky = 0.5 + 0.5 * (self.up @ normal)
        lamp = np.maximum(self.lamp @ normal, 0.0)
        below = self.ground * (self.key + self.ambient) * (0.5 * (1.0 - sky))
        return np.asarray(self.key * lamp + self.ambient * (0.25 + 0.75 * sky) + below, np.float32)

    def mirrored(self, ray: Array, gloss: float) -> Array:
        """Return the light (3, n) that a reflected ray sees, blurred if the surface is dull."""
        rise = self.up @ ray
        ahead = np.clip(self.lamp @ ray, -1.0, 1.0)
        width = self.size * 0.5 + 0.04 + 0.5 * (1.0 - gloss) ** 2
        angle = np.arccos(ahead) / np.float32(width)
        lamp = self.key * (2.2 / width) * np.exp(-(angle**2))
        sky = self.ambient * np.clip(0.6 + 1.2 * rise, 0.0, 1.4)
        scene: Array = np.where(rise > -0.05, sky, self.ground * 0.5 * (self.key + self.ambient))
        return scene + lamp

    def seen(self, ray: Array) -> Array:
        """Return the light (3, n) that a ray (3, n) leaving a transparent die meets."""
        rise = self.up @ ray
        table = self.ground * (0.45 * self.key + 0.6 * self.ambient)
        return np.asarray(
            np.where(rise < 0.0, table, self.ambient * 0.9 + self.key * 0.1), np.float32
        )


def _side(point: Array) -> NDArray[np.intp]:
    """Return the index into `faces_of_die` of the side that each point belongs to."""
    axis = np.argmax(np.abs(point), axis=0)
    sign = np.take_along_axis(point, axis[None], 0)[0] < 0
    return np.asarray(axis * 2 + sign, np.intp)


@dataclass(frozen=True, slots=True)
class _Ink:
    """Which of `n` surface points are inked (n,), their colour (3, n), and their place in a pip.

    `radius` (n,) is that of the nearest pip, 0 where an emblem is printed; `offset` (2, n) points
    from the pip's centre to the point; `side` (n,) is the index into `faces_of_die`.
    """

    inked: Mask
    colour: Array
    radius: Array
    offset: Array
    side: NDArray[np.intp]


def _ink_at(look: DieLook, point: Array) -> _Ink:
    """Return the pip, or the part of an emblem, at each point (3, n)."""
    side = _side(point)
    inked = np.zeros(side.shape, bool)
    radius = np.zeros(side.shape, np.float32)
    offset = np.zeros((2, side.size), np.float32)
    colour = np.zeros((3, side.size), np.float32)
    for number, face in enumerate(faces_of_die(look)):
        here = np.flatnonzero(side == number)
        if here.size == 0:
            continue
        uv = point[[(face.axis + 1) % 3, (face.axis + 2) % 3]][:, here]
        colour[:, here] = np.array(face.colour, np.float32)[:, None]
        if face.emblem is not None:
            inked[here] = _printed(face.emblem, uv)
            continue
        gap = uv[:, None, :] - face.pips.T[:, :, None]
        far = (gap * gap).sum(0)
        best = np.argmin(far, axis=0)[None]
        offset[:, here] = np.take_along_axis(gap, best[None], 1)[:, 0]
        radius[here] = face.radius
        inked[here] = np.take_along_axis(far, best, 0)[0] < face.radius**2
    return _Ink(inked, colour, radius, offset, side)


def _printed(emblem: NDArray[np.uint8], uv: Array) -> Mask:
    """Return where `emblem` has ink at the points `uv` (2, n), -0.5..0.5 along each side."""
    place = np.clip(((uv + 0.5) * emblem.shape[0]).astype(int), 0, emblem.shape[0] - 1)
    return np.asarray(emblem[place[1], place[0]] > 127, np.bool_)


def _pips(
    look: DieLook, point: Array, ray: Array, normal: Array
) -> tuple[Mask, Array, Array, Array]:
    """Return which points are pip, their ink, the normals with dishes, and the darkness there.

    A drilled pip is part of a sphere: the ray continues from the rim to the far wall.
    """
    ink = _ink_at(look, point)
    depth = np.zeros(ink.radius.shape, np.float32)
    at = np.flatnonzero(ink.inked & (ink.radius > 0))
    if look.pip_depth <= 0 or at.size == 0:
        return ink.inked, ink.colour, normal, depth
    r = ink.radius[at]
    deep = np.minimum(np.float32(look.pip_depth), r)
    sphere = (r * r + deep * deep) / (2 * deep)
    axis = ink.side[at] // 2
    sign = (1.0 - 2.0 * (ink.side[at] % 2)).astype(np.float32)
    centre = np.zeros((3, at.size), np.float32)  # from the centre of the sphere to the rim point
    columns = np.arange(at.size)
    centre[axis, columns] = -sign * (sphere - deep)
    centre[(axis + 1) % 3, columns] = ink.offset[0, at]
    centre[(axis + 2) % 3, columns] = ink.offset[1, at]
    b = (centre * ray[:, at]).sum(0)
    root = np.maximum(b * b - (centre * centre).sum(0) + sphere * sphere, 0.0)
    wall = centre + ray[:, at] * (np.sqrt(root) - b)
    dish = normal.copy()
    dish[:, at] = -wall / sphere
    sunk = -(wall[axis, columns] * sign) - (sphere - deep)
    depth[at] = np.clip(0.12 + 0.5 * sunk / np.maximum(r, 1e-3), 0.0, 0.6)
    return ink.inked, ink.colour, dish, depth


def _waves(point: Array, seed: int, count: int, pitch: float) -> Array:
    """Return smooth noise (n,) of about -1..1 from `count` waves, `pitch` radians per edge."""
    rng = np.random.default_rng(seed)
    total = np.zeros(point.shape[1], np.float32)
    for _ in range(count):
        direction = rng.normal(size=3)
        direction *= pitch * rng.uniform(0.5, 1.5) / np.linalg.norm(direction)
        total += np.sin(direction.astype(np.float32) @ point + np.float32(rng.uniform(0, 6.28)))
    return total / np.float32(np.sqrt(count))


def _body(look: DieLook, point: Array) -> Array:
    """Return the colour (3, n) of the body's material at these points."""
    body = np.array(look.body, np.float32)[:, None]
    mix = np.array(look.mix, np.float32)[:, None]
    if look.material in ("opaque", "clear"):
        return np.broadcast_to(body, point.shape)
    if look.material == "wood":
        bent = point + 0.05 * _waves(point, look.seed, 3, 5.0)
        long = np.random.default_rng(look.seed).integers(3)
        a, b = bent[(long + 1) % 3] + 1.7, bent[(long + 2) % 3] + 0.6
        share = 0.5 + 0.5 * np.sin(
            np.sqrt(a * a + b * b) * 55.0 + 3 * _waves(point, look.seed, 2, 9.0)
        )
    elif look.material == "speckled":
        share = np.clip(4.0 * _waves(point, look.seed, 6, 40.0) - 4.5, 0.0, 1.0)
    elif look.material == "pearl":
        swirl = point + 0.12 * _waves(point, look.seed + 1, 3, 8.0)
        share = 0.5 + 0.5 * np.clip(_waves(swirl, look.seed, 3, 9.0), -1, 1)
    else:
        swirl = point + 0.1 * _waves(point, look.seed + 1, 3, 10.0)
        share = np.clip(0.5 + 1.4 * _waves(swirl, look.seed, 4, 12.0), 0.0, 1.0)
    return np.asarray(body + (mix - body) * share, np.float32)


def _refract(ray: Array, normal: Array, eta: float) -> Array:
    """Refract unit rays that enter along -normal (Snell's law); `eta` is n1 / n2 (< 1 here)."""
    facing = -(ray * normal).sum(0)
    root = np.sqrt(np.maximum(1.0 - eta * eta * (1.0 - facing * facing), 0.0))
    return np.asarray(eta * ray + (eta * facing - root) * normal, np.float32)


def _leave(point: Array, ray: Array) -> tuple[Array, NDArray[np.intp]]:
    """Return the distance (n,) and the wall's axis (n,) where rays from inside leave the cube."""
    with np.errstate(divide="ignore", invalid="ignore"):
        ways = (0.5 * np.sign(ray) - point) / ray
    ways = np.where(np.abs(ray) < 1e-6, 9.0, np.maximum(ways, 1e-4))
    axis = np.argmin(ways, axis=0)
    return np.take_along_axis(ways, axis[None], 0)[0], axis


def _through(look: DieLook, point: Array, ray: Array, normal: Array, room: _Room) -> Array:
    """Return what is visible through a transparent body: rear pips, the table, one reflection."""
    tint = np.clip(np.array(look.body, np.float32)[:, None], 0.02, 0.97)
    inside = _refract(ray, normal, 1 / 1.5)
    at = np.clip(point, -0.499, 0.499)
    gone = np.zeros(ray.shape[1], np.float32)
    colour = np.zeros(ray.shape, np.float32)
    open_way = np.ones(ray.shape[1], np.float32)
    for bounce in range(2):
        way, axis = _leave(at, inside)
        at = np.clip(at + inside * way, -0.5, 0.5)
        gone += way
        dim = open_way * tint**gone
        ink = _ink_at(look, at)
        outward = np.zeros_like(at)
        columns = np.arange(axis.size)
        outward[axis, columns] = np.sign(at[axis, columns])
        straight = np.abs(inside[axis, columns])
        # Below 0.7, all light is reflected inside.
        leaves = 1.0 if bounce else np.clip((straight - 0.7) / 0.15, 0.0, 1.0)
        behind = room.seen(inside) * leaves
        shown = np.where(ink.inked, ink.colour * room.diffuse(outward) * 0.8, behind)
        colour += dim * shown
        open_way = open_way * np.where(ink.inked, 0.0, 1.0 - leaves)
        inside = inside - 2.0 * (inside * outward).sum(0) * outward
    return colour
