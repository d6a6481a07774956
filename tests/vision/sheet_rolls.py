"""Dice of the second renderer on the printed sheet, under a camera that may be slanted."""

from dataclasses import dataclass

import numpy as np

from tests.vision.mesh import Array, Camera, Lamp, Placed, draw_die, draw_shadows, lying
from tests.vision.mesh_scenes import random_make
from tests.vision.sheet_views import SIZE, View
from vision.frame import Image
from vision.tray_sheet import Sheet, Zone

EDGE = 16.0  # mm of a die
SPACE = 1.75 * EDGE  # between the centres of two dice


@dataclass(frozen=True)
class SheetRoll:
    """Five dice on the sheet: the picture (H, W, 3), faces, positions in mm, and zones."""

    image: Image
    faces: tuple[int, ...]
    places: Array
    zones: tuple[Zone, ...]


def roll(view: View, paper: Image, rng: np.random.Generator) -> SheetRoll:
    """Roll five dice: some on the rail, the others in the rolling area, sometimes one outside."""
    sheet = Sheet("a4")
    kept, astray = int(rng.integers(0, 4)), bool(rng.random() < 0.3)
    zones: list[Zone] = [*["rail"] * kept, *["area"] * (5 - kept)]
    if astray:
        zones[-1] = "off"
    places: list[Array] = []
    for zone in zones:
        while True:
            at = _somewhere(sheet, zone, rng)
            if all(np.hypot(*(at - other)) > SPACE for other in places):
                break
        places.append(at)
    make, camera = random_make(rng), _camera(view)
    dice = []
    for x, y in places:
        face = int(rng.integers(1, 7))
        centre = np.array((x / EDGE, -y / EDGE, 0.5))
        dice.append(Placed(make, face, lying(face, rng.uniform(0, 2 * np.pi)), centre))
    image = view.shoot(paper, rng) / 255.0
    around, lean = rng.uniform(0, 2 * np.pi), rng.uniform(0.1, 0.9)
    towards = np.array([np.sin(lean) * np.cos(around), np.sin(lean) * np.sin(around), np.cos(lean)])
    lamp = Lamp(towards, rng.uniform(0.3, 0.75), rng.uniform(0.03, 0.25))
    draw_shadows(image, dice, camera, lamp)
    for die in sorted(dice, key=lambda d: -float(np.linalg.norm(d.centre - camera.place))):
        draw_die(image, die, camera, lamp)
    noisy = image * 255 + rng.normal(0, 2, image.shape)
    faces = tuple(die.face for die in dice)
    return SheetRoll(np.clip(noisy, 0, 255).astype(np.uint8), faces, np.array(places), tuple(zones))


def _somewhere(sheet: Sheet, zone: Zone, rng: np.random.Generator) -> Array:
    """Return a place where a die, however rotated, lies completely in the `zone`."""
    if zone == "off":  # on the table, above or left of the paper
        return np.array((rng.uniform(40, 250), -14.0))
    place = sheet.rail if zone == "rail" else sheet.area
    inset = EDGE * 0.5 if zone == "rail" else EDGE * 0.75
    low, high = (place.left + inset, place.top + inset), (place.right - inset, place.bottom - inset)
    return np.asarray(rng.uniform(low, high))


def _camera(view: View) -> Camera:
    """Return the distortion-free camera of a `view`, in the renderer's coordinates.

    The paper's y and z point down; the renderer's point away from the viewer and up, in die edges.
    """
    turned = np.array((1.0, -1.0, -1.0))
    rotation, place = view.pose
    return Camera(
        place=-(rotation.T @ place) * turned / EDGE,
        axes=rotation * turned,
        focal=float(view.matrix[0, 0]),
        size=SIZE,
    )
