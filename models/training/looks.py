"""Random dice, lamps and cameras, like those that people have at home."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.virtual.light import CameraPosition, Lighting
from vision.virtual.look import (
    BLACK_PIP,
    BODY_COLOURS,
    RED_PIP,
    WHITE_PIP,
    DieLook,
    DieMaterial,
    Rgb,
)

BLUE_PIP: Rgb = (0.01, 0.04, 0.40)
GOLD_PIP: Rgb = (0.75, 0.50, 0.14)


def _shade(rng: np.random.Generator, colour: Rgb, spread: float = 0.25) -> Rgb:
    """Return `colour` with slightly varied brightness and tint."""
    shaken = np.array(colour) * rng.uniform(1 - spread, 1 + spread) * rng.uniform(0.9, 1.1, 3)
    r, g, b = np.clip(shaken, 0.004, 0.95)
    return float(r), float(g), float(b)


def _pip_colour(rng: np.random.Generator, body: Rgb, stuff: DieMaterial) -> Rgb:
    """Return a pip colour that people can distinguish from `body`."""
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
    """Return the edges, corners and pips of a casino die, an ordinary one, or a soft one."""
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
    """Return a random make of die."""
    colour = str(
        rng.choice(list(BODY_COLOURS), p=(0.3, 0.13, 0.04, 0.13, 0.06, 0.07, 0.08, 0.1, 0.05, 0.04))
    )
    shades = BODY_COLOURS[colour]
    body = _shade(rng, shades[int(rng.integers(len(shades)))])
    stuffs: tuple[DieMaterial, ...] = ("opaque", "marbled", "speckled", "pearl", "wood", "clear")
    stuff = stuffs[int(rng.choice(6, p=(0.58, 0.08, 0.06, 0.08, 0.06, 0.14)))]
    shape = _shape(rng)
    mix = _shade(rng, BODY_COLOURS[str(rng.choice(list(BODY_COLOURS)))][0])
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
        material=stuff,
        mix=mix,
        one=RED_PIP if asian else pips,
        four=RED_PIP if asian and rng.random() < 0.7 else pips,
        clockwise=bool(rng.random() < 0.3),
        twist=int(rng.integers(8)),
        seed=int(rng.integers(2**31)),
        emblems={},
        **shape,
    )


def dark_look(rng: np.random.Generator) -> DieLook:
    """Return a random make of die, half of the time dark, and sometimes with worn pips."""
    look = random_look(rng)
    if rng.random() < 0.5:
        look = replace(look, body=_mixed(look.body, (0.0, 0.0, 0.0), rng.uniform(0.6, 0.97)))
    worn = rng.uniform(0.3, 0.8) if rng.random() < 0.25 else 0.0
    pips, one, four = (_mixed(pip, look.body, worn) for pip in (look.pips, look.one, look.four))
    return replace(look, pips=pips, one=one, four=four)


def _mixed(a: Rgb, b: Rgb, share: float) -> Rgb:
    """Return `a` with a `share` of `b`."""
    return _rgb((1 - share) * np.array(a) + share * np.array(b))


def random_light(rng: np.random.Generator) -> Lighting:
    """Return random light as at a kitchen table: daylight or a lamp, hard or soft."""
    around, lean = rng.uniform(0, 2 * np.pi), rng.uniform(0.05, 1.15)
    warm = rng.uniform(-1, 1)
    tint = np.array((1 + 0.18 * warm, 1.0, 1 - 0.28 * warm))
    strength, share = rng.uniform(0.5, 1.15), rng.uniform(0.15, 0.85)
    key = tint * strength * share
    ambient = (0.5 * tint + 0.5) * strength * (1 - share)
    ground = rng.uniform(0.01, 1.0) ** 2 * rng.dirichlet((4, 4, 4)) * 2
    return Lighting(
        direction=(
            float(np.sin(lean) * np.cos(around)),
            float(np.sin(lean) * np.sin(around)),
            float(np.cos(lean)),
        ),
        key=_rgb(key),
        ambient=_rgb(ambient),
        size=float(rng.uniform(0.03, 0.6)),
        ground=_rgb(ground),
    )


def dim_light(light: Lighting, rng: np.random.Generator) -> Lighting:
    """Return `light` as in the evening: weaker, half of the time from a lamp that stands low."""
    strength = rng.uniform(0.25, 1.0)
    x, y, _ = light.direction
    low = (x, y, float(np.hypot(x, y)) * rng.uniform(0.25, 0.6) + 0.01)
    return replace(
        light,
        direction=low if rng.random() < 0.5 else light.direction,
        key=_rgb(strength * np.array(light.key)),
        ambient=_rgb(strength * np.array(light.ambient)),
    )


def random_view(rng: np.random.Generator) -> CameraPosition:
    """Return a camera above the table: mostly steep, sometimes oblique."""
    tilt = abs(rng.normal(0, 0.28)) if rng.random() < 0.75 else rng.uniform(0.2, 0.9)
    return CameraPosition(float(tilt), float(rng.uniform(-np.pi, np.pi)), float(rng.uniform(8, 40)))


def camera_view_of_place(
    axis: tuple[float, float], distance: float, right: float, up: float
) -> CameraPosition:
    """Return the view of a die that appears `right` and `up` of the picture's centre.

    Both are in focal lengths. `axis` is as in `CameraPosition`; `distance` is how far along it the
    camera is from the plane through the centres of dice on the table, in die edges. Raises
    ValueError if that direction shows the sky.
    """
    across, high = CameraPosition(*axis).basis()
    ray = right * across + up * high - np.cross(across, high)
    if ray[2] >= 0:
        raise ValueError("no table is seen there")
    towards_camera = ray * (distance * np.cos(axis[0]) / ray[2])
    x, y, z = (float(length) for length in towards_camera)
    far = float(np.linalg.norm(towards_camera))
    return CameraPosition(float(np.arccos(z / far)), float(np.arctan2(y, x)), far, axis)


def _rgb(values: NDArray[np.float64]) -> Rgb:
    r, g, b = np.clip(values, 0.002, 1.5)
    return float(r), float(g), float(b)
