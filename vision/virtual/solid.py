"""The shape of a die, a rounded cube cut by a sphere, as a signed distance for ray marching.

Points and directions are (3, n) float32 in die edges, in the die's own frame (its centre at 0).
"""

import numpy as np
from numpy.typing import NDArray

from vision.frame import Array


def signed_distance(p: Array, edge: float, ball: float) -> Array:
    """Return the signed distance (n,) from points `p` to the surface, negative inside.

    `edge` and `ball` are as in `DieLook`. Exact outside the cube; a lower bound where the ball cuts
    it.
    """
    q = np.abs(p) - np.float32(0.5 - edge)
    out = np.maximum(q, 0.0)
    d = np.sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2])
    d += np.minimum(np.maximum(np.maximum(q[0], q[1]), q[2]), 0.0) - np.float32(edge)
    if ball < 0.866:
        np.maximum(d, np.sqrt((p * p).sum(0)) - np.float32(ball), out=d)
    return np.asarray(d, np.float32)


def surface_normals(p: Array, edge: float, ball: float) -> Array:
    """Return unit normals (3, n) of surface points `p`."""
    q = np.maximum(np.abs(p) - np.float32(0.5 - edge), 1e-6) * np.sign(p)
    length = np.sqrt((q * q).sum(0))
    n = q / length
    if ball < 0.866:
        r = np.sqrt((p * p).sum(0))
        cut = r - ball > length - edge
        n = np.where(cut, p / r, n)
    return np.asarray(n, np.float32)


def ray_march(
    origin: Array, ray: Array, edge: float, ball: float
) -> tuple[Array, NDArray[np.bool_]]:
    """Follow rays (3, n) from `origin` (3, 1) until they hit the die.

    Returns the distance along each ray (n,) and whether it hit the surface (n,).
    """
    reach = np.float32(min(ball, 0.867))
    b = (origin * ray).sum(0)
    gap = (origin * origin).sum(0) - reach * reach
    root = b * b - gap
    near = np.where(root > 0, -b - np.sqrt(np.maximum(root, 0.0)), np.float32(0.0))
    alive = np.flatnonzero(root > 0)
    t = near.astype(np.float32)
    met = np.zeros(t.shape, bool)
    for _ in range(28):
        step = signed_distance(origin + ray[:, alive] * t[alive], edge, ball)
        t[alive] += step
        done = step < 0.002
        met[alive[done]] = True
        alive = alive[~done & (t[alive] < -b[alive] + reach)]
        if alive.size == 0:
            break
    met[alive] = False
    return t, met


def soft_shadow(start: Array, to_light: Array, edge: float, ball: float, size: float) -> Array:
    """Return the share of a lamp visible from points `start` (3, n), 0..1.

    `to_light` (3, 1) is the unit direction to the lamp, `size` about its angular radius in radians.
    """
    lit = np.ones(start.shape[1], np.float32)
    t = np.full(start.shape[1], 0.02, np.float32)
    for _ in range(14):
        d = signed_distance(start + to_light * t, edge, ball)
        np.minimum(lit, d / (np.float32(size) * t) * 0.5 + 0.5, out=lit)
        t += np.clip(d, 0.03, 0.25)
    lit = np.clip(lit, 0.0, 1.0)
    return np.asarray(lit * lit * (3.0 - 2.0 * lit), np.float32)
