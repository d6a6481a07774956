"""How one die is made: its shape, its pips, its stuff and its colours.

Lengths are in die edges (the cube runs from -0.5 to 0.5). Colours are linear light, RGB, 0..1.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Rgb = tuple[float, float, float]
Stuff = Literal["opaque", "marbled", "speckled", "pearl", "wood", "clear"]

BODIES: dict[str, tuple[Rgb, ...]] = {
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
"""Body colours by the name a reading gives them; several true shades of each."""

WHITE_PIP: Rgb = (0.88, 0.88, 0.86)
BLACK_PIP: Rgb = (0.01, 0.01, 0.01)
RED_PIP: Rgb = (0.60, 0.01, 0.01)
BLUE_PIP: Rgb = (0.01, 0.04, 0.40)
GOLD_PIP: Rgb = (0.75, 0.50, 0.14)


@dataclass(frozen=True, slots=True)
class DieLook:
    """One make of die.

    `colour` is the name of the body colour ("white" ... "brown", or "clear" for see-through
    bodies without a strong tint). `edge` is the radius of the edges (0.02 razor-edged casino die,
    0.12 ordinary, 0.3 very soft). `ball` is the radius of the sphere that cuts the corners
    (0.866 and more: none; 0.68: strongly rounded). `pip_radius`, `pip_spread` (centre of the face
    to a corner pip, along one side) and `pip_depth` (0 printed, else the depth of the drilled dish)
    are in edges. `one_radius` is the radius of the pip of the one; `one` and `four` are the colours
    of those faces' pips (red on Asian dice). `clockwise` is the sense of 1, 2, 3 about their
    corner; the three bits of `twist` turn the patterns of 2, 3 and 6 by a quarter. `gloss` is 0
    (chalk) to 1 (glass-smooth). `mix` is the second colour of marbled, speckled, pearl and wooden
    bodies, whose pattern is drawn from `seed`. `emblems` are printed instead of the pips of some
    faces: by face a square picture (n, n) of the whole side, 0 body, 255 ink.
    """

    colour: str = "white"
    body: Rgb = BODIES["white"][0]
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
    stuff: Stuff = "opaque"
    mix: Rgb = (0.5, 0.5, 0.5)
    clockwise: bool = False
    twist: int = 0
    seed: int = 0
    emblems: Mapping[int, NDArray[np.uint8]] = field(default_factory=dict, compare=False)


def _shade(rng: np.random.Generator, colour: Rgb, spread: float = 0.25) -> Rgb:
    """Return `colour` with brightness and tint shaken a little."""
    shaken = np.array(colour) * rng.uniform(1 - spread, 1 + spread) * rng.uniform(0.9, 1.1, 3)
    r, g, b = np.clip(shaken, 0.004, 0.95)
    return float(r), float(g), float(b)


def _pip_colour(rng: np.random.Generator, body: Rgb, stuff: Stuff) -> Rgb:
    """Choose a pip colour that people can tell from `body`."""
    bright = 0.3 * body[0] + 0.6 * body[1] + 0.1 * body[2]
    if bright > 0.45:
        choices, weights = (BLACK_PIP, RED_PIP, BLUE_PIP), (0.86, 0.07, 0.07)
    elif bright > 0.2:
        choices, weights = (BLACK_PIP, WHITE_PIP, WHITE_PIP), (0.5, 0.5, 0.0)
    else:
        choices, weights = (WHITE_PIP, GOLD_PIP, RED_PIP), (0.82, 0.14, 0.04)
        if body[0] > 0.2 or stuff == "clear":
            choices, weights = (WHITE_PIP, GOLD_PIP, BLACK_PIP), (0.86, 0.07, 0.07)
    return _shade(rng, choices[int(rng.choice(3, p=weights))], 0.1)


def _shape(rng: np.random.Generator) -> dict[str, float]:
    """Draw edges, corners and pips of a casino die, an ordinary one, or a soft one."""
    kind = rng.choice(3, p=(0.15, 0.6, 0.25))
    edge = float(rng.uniform(*((0.02, 0.05), (0.06, 0.16), (0.16, 0.3))[kind]))
    ball = float(
        rng.uniform(0.68, 0.78) if rng.random() < 0.45 and kind else rng.uniform(0.78, 0.9)
    )
    radius = float(rng.uniform(0.065, 0.12))
    return {
        "edge": edge,
        "ball": ball,
        "pip_radius": radius,
        "one_radius": radius * float(rng.choice((1.0, rng.uniform(1.2, 1.9)), p=(0.8, 0.2))),
        "pip_spread": float(min(rng.uniform(0.21, 0.29), 0.5 - radius - 0.6 * edge - 0.02)),
        "pip_depth": float(0.0 if rng.random() < 0.2 else radius * rng.uniform(0.15, 0.8)),
        "gloss": float(rng.beta(2.0, 1.3)),
    }


def random_look(rng: np.random.Generator) -> DieLook:
    """Draw a make of die such as a family may own, drawn from `rng`. Any make can come."""
    colour = str(
        rng.choice(list(BODIES), p=(0.3, 0.13, 0.04, 0.13, 0.06, 0.07, 0.08, 0.1, 0.05, 0.04))
    )
    shades = BODIES[colour]
    body = _shade(rng, shades[int(rng.integers(len(shades)))])
    stuffs: tuple[Stuff, ...] = ("opaque", "marbled", "speckled", "pearl", "wood", "clear")
    stuff = stuffs[int(rng.choice(6, p=(0.58, 0.08, 0.06, 0.08, 0.06, 0.14)))]
    shape = _shape(rng)
    mix = _shade(rng, BODIES[str(rng.choice(list(BODIES)))][0])
    if stuff == "wood":
        colour, body = (
            "brown",
            _shade(rng, ((0.55, 0.36, 0.18), (0.35, 0.18, 0.07))[int(rng.integers(2))]),
        )
        mix = _shade(rng, (body[0] * 0.7, body[1] * 0.62, body[2] * 0.5), 0.1)
        shape["gloss"] *= 0.4
    elif stuff == "clear" and (colour in ("black", "grey", "brown", "white")):
        colour, body = "clear", _shade(rng, (0.88, 0.9, 0.9), 0.05)
    elif stuff in ("marbled", "pearl"):
        mix = _shade(rng, tuple(0.55 * a + 0.45 * b for a, b in zip(body, mix, strict=True)))  # type: ignore[arg-type]
    pips = _pip_colour(rng, body, stuff)
    asian = colour == "white" and rng.random() < 0.22
    return DieLook(
        colour=colour,
        body=body,
        pips=pips,
        stuff=stuff,
        mix=mix,
        one=RED_PIP if asian else pips,
        four=RED_PIP if asian and rng.random() < 0.7 else pips,
        clockwise=bool(rng.random() < 0.3),
        twist=int(rng.integers(8)),
        seed=int(rng.integers(2**31)),
        emblems={},
        **shape,
    )
