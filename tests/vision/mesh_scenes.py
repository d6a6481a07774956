"""Full pictures by the second renderer: ordinary rolls, and rolls with a single defect.

scene = typical(rng)                 # five dice that a person reads at a glance
scene = doubtful(rng, "cocked")      # the same with one die that must not be played
"""

from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np

from tests.vision.mesh import (
    Array,
    Camera,
    Lamp,
    Make,
    Placed,
    camera_over,
    draw_die,
    draw_shadows,
    leaning,
    lowest,
    lying,
)

SIZE = (960, 720)
DICE = 5
BODIES = (
    (0.93, 0.93, 0.92), (0.85, 0.9, 0.93), (0.1, 0.1, 0.1), (0.15, 0.13, 0.72), (0.62, 0.25, 0.1),
    (0.2, 0.5, 0.12), (0.2, 0.75, 0.9), (0.5, 0.16, 0.42), (0.35, 0.5, 0.75),
)  # fmt: skip
SYMBOLS = ("A", "K", "S", "&", "#", "?", "X", "W", "Z", "M")
CAMERA_DOUBTS = ("blurred", "glare", "covered")
DOUBTS = ("cocked", "stacked", "touching", "off the tray", "unknown face", *CAMERA_DOUBTS)


@dataclass
class Pictured:
    """A picture (H, W, 3) of bytes, the sorted upper faces, and the boxes of the dice."""

    image: Array
    values: tuple[int, ...]
    boxes: list[tuple[float, ...]]


def typical(rng: np.random.Generator) -> Pictured:
    """Return five separate dice in ordinary light."""
    camera = _camera(rng)
    return _shoot(rng, _rolled(rng, camera), camera)


def oblique(rng: np.random.Generator) -> Pictured:
    """Return five dice seen at 30 to 45 degrees: a tablet on a stand, a camera on a shelf."""
    distance, pixels = rng.uniform(18, 30), rng.uniform(40, 64)
    lean = np.radians(rng.uniform(30, 45))
    camera = camera_over(distance, lean, pixels * distance, SIZE)
    return _shoot(rng, _rolled(rng, camera), camera)


def doubtful(rng: np.random.Generator, doubt: str) -> Pictured:
    """Return five dice of which one, or the whole picture, causes `doubt` (of DOUBTS)."""
    camera = _camera(rng)
    dice = _rolled(rng, camera)
    if doubt in CAMERA_DOUBTS:
        return _spoilt(rng, doubt, dice, camera)
    if doubt == "unknown face":
        dice[0] = replace(dice[0], symbol=str(rng.choice(SYMBOLS)))
    elif doubt == "cocked":
        dice[:2] = _cocked(rng, dice[0], dice[1])
    elif doubt == "stacked":
        turn, off = rng.uniform(0, 2 * np.pi), rng.uniform(0.15, 0.48)
        at = dice[1].centre + np.array([off * np.cos(turn), off * np.sin(turn), 1.0])
        dice[0] = replace(dice[0], centre=at)
    elif doubt == "touching":
        dice[0] = _beside(rng, dice[0], dice[1], 1.0)
    elif doubt == "off the tray":
        dice[0] = _at_the_border(rng, dice[0], camera)
    return _shoot(rng, dice, camera)


def _camera(rng: np.random.Generator) -> Camera:
    distance, pixels = rng.uniform(14, 30), rng.uniform(34, 64)
    return camera_over(distance, rng.uniform(0, 0.42), pixels * distance, SIZE)


def random_make(rng: np.random.Generator) -> Make:
    """Return a random make of dice."""
    body = np.array(BODIES[int(rng.integers(len(BODIES)))]) * rng.uniform(0.85, 1.08)
    bright = float(body @ (0.1, 0.6, 0.3))
    dark = (0.06, 0.06, 0.06) if rng.random() < 0.85 else (0.1, 0.08, 0.6)
    edge = float(rng.uniform(0.05, 0.2))
    pip = float(rng.uniform(0.075, 0.105))
    return Make(
        body=tuple(np.clip(body, 0, 1)),
        ink=dark if bright > 0.45 else (0.93, 0.93, 0.93),
        edge=edge,
        pip=pip,
        spread=float(min(rng.uniform(0.22, 0.27), 0.49 - pip - 0.5 * edge)),
        dish=float(rng.uniform(0.0, 1.0)),
        gloss=float(rng.uniform(0.05, 0.5)),
        mottle=float(rng.uniform(0, 0.04)),
        twist=int(rng.integers(128)),
    )


def _rolled(rng: np.random.Generator, camera: Camera) -> list[Placed]:
    """Return five dice at rest in view, of one make or of five."""
    same = random_make(rng)
    mixed = rng.random() < 0.4
    dice: list[Placed] = []
    while len(dice) < DICE:
        at = np.array([*rng.uniform(-9, 9, 2), 0.5])
        x, y = camera.see(at[None])[0]
        inside = 70 < x < SIZE[0] - 70 and 70 < y < SIZE[1] - 70
        if inside and all(np.hypot(*(at - d.centre)[:2]) > 1.75 for d in dice):
            face = int(rng.integers(1, 7))
            turn = lying(face, rng.uniform(0, 2 * np.pi))
            dice.append(Placed(random_make(rng) if mixed else same, face, turn, at))
    return dice


def _beside(rng: np.random.Generator, die: Placed, other: Placed, gap: float) -> Placed:
    """Lay `die` against a side of `other` with the same rotation, slightly shifted."""
    flank = other.turn[:, int(np.argmin(np.abs(other.turn[2])))]
    along = np.cross(flank, (0, 0, 1))
    at = other.centre + gap * flank + rng.uniform(-0.4, 0.4) * along
    yaw = float(np.arctan2(flank[1], flank[0]))
    return replace(die, turn=lying(die.face, yaw), centre=at)


def _cocked(rng: np.random.Generator, die: Placed, other: Placed) -> list[Placed]:
    """Tilt a die by 25 to 45 degrees, alone on an edge or against the other die."""
    lean, towards = rng.uniform(0.44, 0.78), rng.uniform(0, 2 * np.pi)
    at = die.centre.copy()
    if rng.random() < 0.5:
        away = np.array([np.cos(towards), np.sin(towards)])
        at[:2] = other.centre[:2] - away * rng.uniform(1.0, 1.15)
    turn = leaning(die.turn, -lean if rng.random() < 0.5 else lean, towards)
    at[2] = lowest(die.make, turn)
    return [replace(die, turn=turn, centre=at), other]


def _at_the_border(rng: np.random.Generator, die: Placed, camera: Camera) -> Placed:
    """Move a die until the border of the picture cuts it."""
    side = camera.axes[0] if rng.random() < 0.5 else -camera.axes[0]
    at = die.centre.copy()
    edge = SIZE[0] if side[0] > 0 else 0
    at[:2] = (0.0, rng.uniform(-3, 3))
    want = edge + rng.uniform(-0.3, 0.25) * camera.focal / np.linalg.norm(camera.place) * side[0]
    for _ in range(40):
        at[0] += (want - camera.see(at[None])[0, 0]) / camera.focal * np.linalg.norm(camera.place)
    return replace(die, centre=at)


def _spoilt(rng: np.random.Generator, doubt: str, dice: list[Placed], camera: Camera) -> Pictured:
    """Return a roll spoiled by the camera or by something in its view."""
    scene = _shoot(rng, dice, camera, finish=False)
    x1, y1, x2, y2 = scene.boxes[0]
    size, middle = (x2 - x1 + y2 - y1) / 2, np.array([(x1 + x2) / 2, (y1 + y2) / 2])
    image = scene.image
    if doubt == "blurred" and rng.random() < 0.5:
        image = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.11, 0.16) * size)
    elif doubt == "blurred":
        length = int(rng.uniform(0.5, 0.8) * size) | 1
        kernel = np.eye(length, dtype=np.float32) / length
        image = cv2.filter2D(image, -1, kernel if rng.random() < 0.5 else kernel[::-1].copy())
    elif doubt == "glare":
        light = np.zeros(image.shape[:2], np.float32)
        axes = tuple(int(a) for a in rng.uniform(0.28, 0.45, 2) * size)
        top = middle - (0, 0.05 * size)
        cv2.ellipse(
            light, tuple(top.astype(int).tolist()), axes, rng.uniform(0, 180), 0, 360, 1.6, -1
        )
        image = image + cv2.GaussianBlur(light, (0, 0), 0.06 * size)[..., None]
    else:
        image = _with_cover(rng, image, middle, size)
    return replace(scene, image=develop(rng, image))


def _with_cover(rng: np.random.Generator, image: Array, middle: Array, size: float) -> Array:
    """Cover about half of the die at `middle` with a card, a pencil or a finger."""
    turn = rng.uniform(0, 2 * np.pi)
    along, aside = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    mask = np.zeros(image.shape[:2], np.float32)
    if rng.random() < 0.5:
        near = middle - along * rng.uniform(-0.1, 0.1) * size
        corners = [near + aside * size, near - aside * 2 * size]
        corners += [corners[1] + along * 3 * size, corners[0] + along * 3 * size]
        cv2.fillConvexPoly(mask, np.array(corners, np.int32), 1.0, cv2.LINE_AA)
    else:
        near = middle - along * 0.3 * size
        far = middle + along * 5 * size
        wide = int(rng.uniform(0.4, 0.6) * size)
        cv2.line(mask, near.astype(int).tolist(), far.astype(int).tolist(), 1.0, wide, cv2.LINE_AA)
    colour = rng.uniform(0.1, 0.95, 3)
    shadow = cv2.GaussianBlur(mask, (0, 0), 0.1 * size)[..., None]
    return np.asarray(image * (1 - 0.4 * shadow) * (1 - mask[..., None]) + colour * mask[..., None])


def ground(rng: np.random.Generator) -> Array:
    """Return a random table: felt, wood, cloth, leather or carpet, (H, W, 3) 0..1."""
    colour = rng.uniform(0.08, 0.8, 3) * rng.uniform(0.5, 1.1)
    small = rng.normal(0, 1, (SIZE[1] // 4, SIZE[0] // 4)).astype(np.float32)
    kind = int(rng.integers(5))
    if kind == 0:
        grain = cv2.GaussianBlur(small, (0, 0), 0.8) * 0.05
    elif kind == 1:
        grain = cv2.GaussianBlur(small, (0, 0), sigmaX=40, sigmaY=1.2) * 0.9
    elif kind == 2:
        y, x = np.mgrid[0 : small.shape[0], 0 : small.shape[1]]
        grain = (0.03 * np.sin(x * 1.9) * np.sin(y * 1.9)).astype(np.float32)
    elif kind == 3:
        grain = cv2.GaussianBlur(small, (0, 0), 2.5) * 0.25
    else:
        grain = small * 0.07
    grain = cv2.resize(grain, SIZE, interpolation=cv2.INTER_CUBIC)[..., None]
    return np.asarray(np.clip(colour * (1 + grain), 0.02, 1), np.float64)


def _shoot(
    rng: np.random.Generator, dice: list[Placed], camera: Camera, finish: bool = True
) -> Pictured:
    """Render the picture: table, shadows, dice from far to near."""
    around, lean = rng.uniform(0, 2 * np.pi), rng.uniform(0.1, 0.9)
    towards = np.array([np.sin(lean) * np.cos(around), np.sin(lean) * np.sin(around), np.cos(lean)])
    lamp = Lamp(towards, rng.uniform(0.3, 0.75), rng.uniform(0.03, 0.25))
    image = ground(rng)
    draw_shadows(image, dice, camera, lamp)
    order = sorted(dice, key=lambda d: -float(np.linalg.norm(d.centre - camera.place)))
    boxes = {id(die): draw_die(image, die, camera, lamp) for die in order}
    values = tuple(sorted(die.face for die in dice))
    scene = Pictured(image, values, [boxes[id(die)] for die in dice])
    return replace(scene, image=develop(rng, image)) if finish else scene


@cache
def _far_from_middle(high: int, wide: int) -> Array:
    y, x = np.mgrid[0:high, 0:wide]
    return np.asarray((x / wide - 0.5) ** 2 + (y / high - 0.5) ** 2)[..., None]


def develop(rng: np.random.Generator, image: Array) -> Array:
    """Simulate a camera: white balance, softness, dark corners, noise, JPEG."""
    far = _far_from_middle(*image.shape[:2])
    tint = 1 + rng.uniform(-0.06, 0.06, 3)
    image = image * tint * rng.uniform(0.8, 1.1) * (1 - rng.uniform(0, 0.5) * far)
    image = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.4, 0.9))
    noisy = image * 255 + rng.normal(0, rng.uniform(0.5, 4), image.shape)
    _, data = cv2.imencode(
        ".jpg",
        np.clip(noisy, 0, 255).astype(np.uint8),
        [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(75, 96))],
    )
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR))
