"""A moved sheet or camera is noticed; hands, dice and shadows are not taken for a move or loss.

CROUPIER_SHEET_LOOKS sets the number of pictures with hands (4000 are an hour) and
CROUPIER_SHEET_MOVES the number of moves (100); fewer keep the test short.
"""

import os
from dataclasses import replace

import cv2
import numpy as np

from tests.vision.sheet_views import LENSES, SIZE, View, grainy, printed
from vision.frame import Image
from vision.tray_sheet import LOOK_EVERY, MOVED, TURNED, SheetWatcher

LOOKS = int(os.environ.get("CROUPIER_SHEET_LOOKS", "20"))
MOVES = int(os.environ.get("CROUPIER_SHEET_MOVES", "4"))
PAPER = printed("a4")


def disturbed(image: Image, rng: np.random.Generator) -> Image:
    """Return the picture with an arm over it, some dice, and a shadow."""
    image = image.copy()
    start = rng.uniform((-200, 0), (SIZE[0] + 200, SIZE[1]))
    end = rng.uniform((100, 100), (SIZE[0] - 100, SIZE[1] - 100))
    if rng.random() < 0.7:
        arm = start.astype(int).tolist(), end.astype(int).tolist()
        cv2.line(image, *arm, rng.integers(60, 220, 3).tolist(), int(rng.integers(40, 160)))
    for x, y in rng.uniform((50, 50), (SIZE[0] - 50, SIZE[1] - 50), (6, 2)).astype(int).tolist():
        colour = rng.integers(0, 255, 3).tolist()
        cv2.rectangle(image, (x - 20, y - 20), (x + 20, y + 20), colour, cv2.FILLED)
    shade = np.ones(image.shape[:2], np.float32)
    corners = rng.uniform((-100, -100), (SIZE[0] + 100, SIZE[1] + 100), (4, 2)).astype(np.int32)
    cv2.fillConvexPoly(shade, cv2.convexHull(corners), float(rng.uniform(0.4, 0.9)))
    shade = cv2.GaussianBlur(shade, (0, 0), rng.uniform(2, 20))
    return np.asarray(image * shade[..., None], np.uint8)


def test_hands_dice_and_shadows_are_not_a_move() -> None:
    """Each look has a different disturbance."""
    rng = np.random.default_rng(1)
    picture = View("Camera Module 3", 420, 20, 10).shoot(PAPER, rng)
    watcher, alarms = SheetWatcher(), 0
    watcher.has_sheet_moved(picture, 0.0)
    assert watcher.view is not None
    for number in range(1, LOOKS):
        mess = disturbed(grainy(picture, rng), rng)
        alarms += watcher.has_sheet_moved(mess, number * LOOK_EVERY, lambda: True)
    print(f"{alarms} false alarms in {LOOKS} looks")
    assert alarms == 0


def test_a_move_is_noticed_within_two_seconds() -> None:
    """The sheet moves by more than 5 mm or 2°, with dice around, under any camera."""
    noticed = 0
    for number in range(MOVES):
        rng = np.random.default_rng(number)
        view = View(list(LENSES)[number % 3], rng.uniform(380, 600), rng.uniform(0, 35))
        watcher = SheetWatcher()
        watcher.has_sheet_moved(view.shoot(PAPER, rng), 0.0)
        later = moved(view, rng).shoot(PAPER, rng)
        noticed += any(watcher.has_sheet_moved(grainy(later, rng), 10 + t) for t in (0.0, 1.0, 2.0))
    print(f"{noticed} of {MOVES} moves noticed")
    assert noticed >= 0.99 * MOVES


def moved(view: View, rng: np.random.Generator) -> View:
    """Return the view after a push in any direction, or a rotation."""
    if rng.random() < 0.5:
        return replace(view, turn=view.turn + rng.choice((-1, 1)) * rng.uniform(TURNED + 0.5, 20))
    towards, distance = rng.uniform(0, 2 * np.pi), rng.uniform(MOVED + 1, 40)
    x, y = view.over
    return replace(view, over=(x + distance * np.cos(towards), y + distance * np.sin(towards)))
