"""The appearance of a die: its shape, pips, material and colours.

Lengths are in die edges (the cube extends from -0.5 to 0.5). Colours are linear RGB, 0..1.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from vision.frame import Array

Rgb = tuple[float, float, float]
DieMaterial = Literal["opaque", "marbled", "speckled", "pearl", "wood", "clear"]

BODY_COLOURS: dict[str, tuple[Rgb, ...]] = {
    "white": ((0.86, 0.85, 0.82), (0.80, 0.76, 0.66), (0.90, 0.90, 0.90)),
    "black": ((0.012, 0.012, 0.013), (0.03, 0.03, 0.033)),
    "grey": ((0.22, 0.22, 0.23), (0.42, 0.43, 0.44)),
    "red": ((0.55, 0.02, 0.02), (0.36, 0.01, 0.02), (0.70, 0.06, 0.05)),
    "orange": ((0.80, 0.22, 0.02), (0.72, 0.15, 0.01)),
    "yellow": ((0.82, 0.60, 0.03), (0.86, 0.72, 0.20)),
    "green": ((0.02, 0.25, 0.05), (0.10, 0.45, 0.08), (0.01, 0.12, 0.04)),
    "blue": ((0.01, 0.05, 0.38), (0.04, 0.20, 0.62), (0.01, 0.02, 0.15)),
    "purple": ((0.15, 0.02, 0.32), (0.30, 0.06, 0.42)),
    "brown": ((0.16, 0.06, 0.02), (0.28, 0.14, 0.06)),
}
"""Body colours by the names that readings use, with several shades each."""

WHITE_PIP: Rgb = (0.88, 0.88, 0.86)
BLACK_PIP: Rgb = (0.01, 0.01, 0.01)
RED_PIP: Rgb = (0.60, 0.01, 0.01)


@dataclass(frozen=True, slots=True)
class DieLook:
    """The appearance of one make of die.

    `colour` is the name of the body colour ("white" to "brown", or "clear" for transparent bodies
    without a strong tint). `edge` is the radius of the edges (0.02 for a razor-edged casino die,
    0.12 for an ordinary one, 0.3 for a very soft one). `ball` is the radius of the sphere that cuts
    the corners (0.866 and more: no cut; 0.68: strongly rounded). `pip_radius`, `pip_spread` (from
    the centre of the face to a corner pip, along one side) and `pip_depth` (0 for printed pips,
    else the depth of the drilled dish) are in edges. `one_radius` is the radius of the pip of the
    one; `one` and `four` are the colours of those faces' pips (red on Asian dice). `clockwise` is
    the direction of 1, 2, 3 around their corner; the three bits of `twist` rotate the patterns of
    2, 3 and 6 by a quarter turn. `gloss` is 0 (chalk) to 1 (smooth glass). `mix` is the second
    colour of marbled, speckled, pearl and wooden bodies, whose pattern is generated from `seed`.
    `emblems` replace the pips of some faces: by face, a square picture (n, n) of the whole side, 0
    for body, 255 for ink.
    """

    colour: str = "white"
    body: Rgb = BODY_COLOURS["white"][0]
    pips: Rgb = BLACK_PIP
    one: Rgb = BLACK_PIP
    four: Rgb = BLACK_PIP
    edge: float = 0.12
    ball: float = 0.9
    pip_radius: float = 0.085
    one_radius: float = 0.085
    pip_spread: float = 0.25
    pip_depth: float = 0.03
    gloss: float = 0.6
    material: DieMaterial = "opaque"
    mix: Rgb = (0.5, 0.5, 0.5)
    clockwise: bool = False
    twist: int = 0
    seed: int = 0
    emblems: Mapping[int, NDArray[np.uint8]] = field(default_factory=dict, compare=False)


@dataclass(frozen=True, slots=True)
class DieSide:
    """One side: its value, its axis (0, 1, 2), its sign (+1, -1) and its pips (n, 2) in edges.

    A pip (u, v) lies at u along axis + 1 and v along axis + 2 (cyclic). `emblem` (n, n), 0..255 of
    ink, is printed over the whole side instead of pips.
    """

    value: int
    axis: int
    sign: int
    pips: Array
    radius: float
    colour: Rgb
    emblem: NDArray[np.uint8] | None = None


def faces_of_die(look: DieLook) -> tuple[DieSide, ...]:
    """Return the six sides; opposite values sum to 7, and `look.clockwise` orients 1-2-3."""
    colours = {1: look.one, 4: look.four}
    return tuple(
        DieSide(
            value, axis, sign, _pattern(value, look),
            look.one_radius if value == 1 else look.pip_radius,
            colours.get(value, look.pips), look.emblems.get(value),
        )
        for axis, low in enumerate((1, 3, 2) if look.clockwise else (1, 2, 3))
        for sign, value in ((1, low), (-1, 7 - low))
    )  # fmt: skip


def _pattern(value: int, look: DieLook) -> Array:
    """Return the pip centres (n, 2) of `value`, rotated by a quarter turn if the look says so."""
    s = look.pip_spread
    diagonal = [(s, s), (-s, -s)]
    corners = [*diagonal, (s, -s), (-s, s)]
    spots = {
        1: [(0.0, 0.0)],
        2: diagonal,
        3: [(0.0, 0.0), *diagonal],
        4: corners,
        5: [(0.0, 0.0), *corners],
        6: [*corners, (s, 0.0), (-s, 0.0)],
    }[value]
    points = np.array(spots, np.float32)
    bit = {2: 1, 3: 2, 6: 4}.get(value, 0)
    if look.twist & bit:
        points = np.stack([-points[:, 1], points[:, 0]], axis=1)
    return points
