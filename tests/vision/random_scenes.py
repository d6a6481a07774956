"""Random scenes of what hands do at a table, with a known number of rolls.

Every scene consists of a few acts on one tray: rolls of all or some dice, a roll that shows the
same faces again, a die pushed aside, one lifted and put back, a card laid over one and taken away,
a hovering hand, a knock against the table.
"""

from dataclasses import dataclass, field

import cv2
import numpy as np

from tests.vision.stage import Image, Stage, arm, leaving

ACTS = ("roll", "roll some", "same again", "push", "lift", "card", "hover", "bump")


@dataclass
class RandomScene:
    """A recording, the acts in it, and the frames after which each roll must be reported."""

    stage: Stage
    acts: list[str] = field(default_factory=list)
    rolls: list[int] = field(default_factory=list)


def random_scene(seed: int, acts: int = 3) -> RandomScene:
    """Return a random scene of some acts, by `seed`."""
    rng = np.random.default_rng([77, seed])
    made = RandomScene(Stage(seed))
    made.stage.show(20)
    for _ in range(acts):
        act = str(rng.choice(ACTS))
        made.acts.append(act)
        before = len(made.stage.film)
        _PLAY[act](made.stage, rng)
        if act in ("roll", "roll some", "same again"):
            made.rolls.append(before)
    return made


def _roll(stage: Stage, rng: np.random.Generator) -> None:
    if rng.random() < 0.5:  # a hand takes the dice out and lets them fall
        reach = float(rng.uniform(200, 420))
        stage.show(10, arm(reach))
        stage.show(8, leaving(reach))
    stage.roll()


def _roll_some(stage: Stage, rng: np.random.Generator) -> None:
    kept = rng.permutation(5)[: int(rng.integers(1, 5))]
    stage.roll(keep=[stage.tray.boxes[i] for i in kept])


def _same_again(stage: Stage, rng: np.random.Generator) -> None:
    """Roll one or two dice until they show the same faces, and show only that roll."""
    kept = [int(i) for i in rng.permutation(5)[: int(rng.integers(3, 5))]]
    before = sorted(stage.tray.lying_faces)
    stay = [stage.tray.boxes[i] for i in kept]
    stage.tray.roll(keep=stay)
    while sorted(stage.tray.lying_faces) != before:
        stage.tray.roll(keep=stay)
    stage.play_out(15)


def _push(stage: Stage, rng: np.random.Generator) -> None:
    """Slide a die a little way with a finger on it, if there is room."""
    number = int(rng.integers(5))
    turn, far = rng.uniform(0, 2 * np.pi), rng.uniform(14, 30)
    dx, dy = far * np.cos(turn), far * np.sin(turn)
    x1, y1, x2, y2 = stage.tray.boxes[number]
    others = [box for i, box in enumerate(stage.tray.boxes) if i != number]
    free = all(np.hypot(x1 + dx - box[0], y1 + dy - box[1]) > 62 for box in others)
    if not free or not (x1 + dx > 90 and x2 + dx < 550 and y1 + dy > 70 and y2 + dy < 410):
        return _hover(stage, rng)
    stage.push(number, dx, dy, cover=arm(150))
    stage.show(5, leaving(150))
    stage.show(15)
    return None


def _lift(stage: Stage, rng: np.random.Generator) -> None:
    """Lift a die under the whole hand, and put it back exactly as it lay."""
    reach = float(rng.uniform(300, 450))
    stage.show(int(rng.integers(10, 30)), arm(reach, 150, int(rng.integers(60, 260))))
    stage.show(8, leaving(reach))
    stage.show(15)


def _card(stage: Stage, rng: np.random.Generator) -> None:
    """Lay a card over a die for a rest or two, and take it away."""
    number = int(rng.integers(5))
    x1, y1, x2, y2 = (int(v) for v in stage.tray.boxes[number])
    colour = tuple(int(v) for v in rng.integers(30, 230, 3))

    def laid(image: Image, _: int) -> Image:
        out = image.copy()
        cv2.rectangle(out, (x1 - 12, y1 - 22), (x2 + 12, y2 + 22), colour, -1)
        return out

    def brought(image: Image, k: int) -> Image:
        return arm(float(x2), 60, y1 - 10)(laid(image, k), k)

    others = [box for i, box in enumerate(stage.tray.boxes) if i != number]
    if any(abs(b[0] - x1) < x2 - x1 + 14 and abs(b[1] - y1) < y2 - y1 + 24 for b in others):
        return _hover(stage, rng)
    stage.hidden = {number}
    stage.show(10, brought)
    stage.show(int(rng.integers(15, 40)), laid)
    stage.show(6, brought)
    stage.hidden = set()
    stage.show(20)
    return None


def _hover(stage: Stage, rng: np.random.Generator) -> None:
    """Hold a hand still over part of the tray, and take it away."""
    reach, top = float(rng.uniform(160, 400)), int(rng.integers(40, 300))
    stage.show(12, arm(reach, 130, top))
    stage.show(int(rng.integers(10, 50)), lambda image, _: arm(reach, 130, top)(image, 99))
    stage.show(8, leaving(reach, 130, top))
    stage.show(20)


def _bump(stage: Stage, rng: np.random.Generator) -> None:
    """Knock against the table: the picture shakes and comes back."""
    strength = rng.uniform(2, 8)

    def trembling(image: Image, k: int) -> Image:
        fade = strength * np.exp(-k / 4)
        way = np.array(((1, 0, fade * np.sin(2.1 * k)), (0, 1, fade * np.cos(1.7 * k))), np.float32)
        return np.asarray(cv2.warpAffine(image, way, (640, 480), borderMode=cv2.BORDER_REFLECT))

    stage.show(14, trembling)
    stage.show(20)


_PLAY = {
    "roll": _roll, "roll some": _roll_some, "same again": _same_again, "push": _push,
    "lift": _lift, "card": _card, "hover": _hover, "bump": _bump,
}  # fmt: skip
