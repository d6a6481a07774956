"""Signs of a rest other than its dice, and handheld cameras."""

from collections.abc import Callable
from copy import deepcopy

import cv2
import numpy as np
import pytest

from tests.vision.stage import (
    STEP,
    Image,
    Stage,
    arm,
    die_at,
    drawn_tray,
    play,
    settle,
    summary,
    true_dice,
)
from vision.background import Background, HandheldCameraDetector
from vision.frame import Frame
from vision.stillness import StillnessDetector
from vision.virtual.tray import VirtualTray


@pytest.fixture
def tray() -> VirtualTray:
    """Five dice at rest."""
    return deepcopy(drawn_tray(11))


@pytest.fixture
def background(tray: VirtualTray) -> Background:
    """Return a background that has learned the tray of the fixture."""
    background = Background()
    background.learn(summary(tray.frame(0.0)), true_dice(tray))
    return background


@pytest.mark.parametrize("seed", [31, 43])
def test_an_arm_over_most_of_a_dark_ground_is_a_hand(seed: int) -> None:
    """It shifts the picture's median from the felt to the rim, but is not a change of light."""
    tray = VirtualTray(np.random.default_rng(seed))
    background = Background()
    background.learn(summary(tray.frame(0.0)), true_dice(tray))
    reaching = summary(arm(420)(tray.frame(1.0), 99))
    assert not background.has_camera_moved(reaching)
    assert background.obstruction(reaching) == "hand"


@pytest.mark.parametrize(
    ("reach", "wide", "is_new_view"),
    [(420, 200, False), (640, 250, True), (420, 300, True), (560, 400, True)],
)
def test_arms_over_half_the_picture_are_a_hand_until_they_rest(
    background: Background, tray: VirtualTray, reach: float, wide: int, is_new_view: bool
) -> None:
    """No shift explains the changed picture. It is a new view only if the arms stay."""
    reaching = summary(arm(reach, wide, 80)(tray.frame(1.0), 99))
    assert not background.has_camera_moved(reaching)
    assert background.has_camera_moved(reaching, rested=True) == is_new_view
    assert background.obstruction(reaching) == "hand"


@pytest.mark.parametrize(
    ("cover", "named"),
    [
        (lambda image: image, None),
        (lambda image: arm(250)(image, 99), "hand"),
        (lambda image: (image * 0.8).astype(np.uint8), None),
        (lambda image: (image * 0.02).astype(np.uint8), "dark"),
        (lambda image: np.full_like(image, 252), "covered"),
        (lambda image: (cv2.blur(image, (321, 321)) * 0.5).astype(np.uint8), "covered"),
    ],
)
def test_obstructions_are_named(
    background: Background,
    tray: VirtualTray,
    cover: Callable[[np.ndarray], np.ndarray],
    named: str | None,
) -> None:
    """An arm, darkness and a lens out of focus are reported, and a clear view reports none."""
    assert background.obstruction(summary(cover(tray.frame(0.0)))) == named


def test_white_dice_on_black_felt_are_read() -> None:
    """The ground is as black as a dark room; the dice are not."""
    felt = np.full((480, 640, 3), 16, np.uint8)
    felt[200:240, 300:340] = 215
    assert Background().obstruction(summary(felt)) is None


def test_the_first_rest_is_always_read(tray: VirtualTray) -> None:
    """Nothing is known yet to compare it with."""
    background = Background()
    first = summary(arm(250)(tray.frame(0.0), 99))
    assert background.obstruction(first) is None
    assert not background.has_camera_moved(first)
    assert not background.is_hand_in_view(first, [])


def test_a_shifted_view_is_a_moved_camera_but_rolled_dice_are_not(
    background: Background, tray: VirtualTray
) -> None:
    """A shift of the whole view by a few pixels is detected; a roll of all dice is not a shift."""
    for x, y in ((5, 4), (-30, 12), (80, 0)):
        slide = np.array(((1, 0, x), (0, 1, y)), np.float32)
        view = cv2.warpAffine(tray.frame(0.0), slide, (640, 480), borderMode=cv2.BORDER_REFLECT)
        dice = [
            die_at((d.box[0] + x, d.box[1] + y, d.box[2] + x, d.box[3] + y), int(d.face))
            for d in true_dice(tray)
        ]
        assert background.has_camera_moved(summary(view), dice)
    for _ in range(5):
        tray.roll()
        assert not background.has_camera_moved(summary(settle(tray)), true_dice(tray))


def test_a_hand_among_the_dice_is_found_after_reading(
    background: Background, tray: VirtualTray
) -> None:
    """A fingertip too small to stop the reading is detected once the dice are known."""
    view = tray.frame(0.0)
    assert not background.is_hand_in_view(summary(view), true_dice(tray))
    cv2.rectangle(view, (0, 20), (110, 90), (150, 180, 225), -1)
    assert background.is_hand_in_view(summary(view), true_dice(tray))


def felt(*hand: int) -> np.ndarray:
    """Draw a bare tray, with a pale object in the rectangle x1, y1, x2, y2, if given."""
    image = np.full((480, 640, 3), 60, np.uint8)
    image[::8] = 75
    if hand:
        x1, y1, x2, y2 = hand
        image[y1:y2, x1:x2] = 190
    return image


@pytest.mark.parametrize(("cells", "named"), [(0, "hand"), (1, "hand"), (2, None)])
@pytest.mark.parametrize("turns", range(4))
def test_a_hand_comes_from_any_side(turns: int, cells: int, named: str | None) -> None:
    """It may start at the border or one cell away from it, but not two."""
    background = Background()
    background.learn(summary(np.rot90(felt(), turns)), [])
    reaching = np.rot90(felt(4 * cells, 100, 200, 300), turns)
    assert background.obstruction(summary(reaching)) == named


@pytest.mark.parametrize(("width", "named"), [(96, "hand"), (92, None)])
def test_a_hand_covers_a_minimum_of_the_picture(width: int, named: str | None) -> None:
    """If no die is known, it covers at least 576 of 19 200 cells: 24 by 24, but not 23 by 24."""
    background = Background()
    background.learn(summary(felt()), [])
    assert background.obstruction(summary(felt(0, 100, width, 196))) == named


def test_a_soft_shadow_next_to_a_new_thing_is_no_hand() -> None:
    """The edges of an object in the tray do not belong to the shadow that reaches in."""
    background = Background()
    background.learn(summary(felt()), [])
    shade = np.clip(np.arange(640) / 320, 0.3, 1.0)[None, :, None]
    shadow = (felt() * shade).astype(np.uint8)
    assert background.obstruction(summary(shadow)) is None
    both = shadow.copy()
    both[180:300, 400:520] = 190
    assert background.obstruction(summary(both)) is None
    hand = shadow.copy()
    hand[180:300, 0:120] = 190
    assert background.obstruction(summary(hand)) == "hand"


@pytest.mark.parametrize(("level", "named"), [(76, None), (77, "hand")])
def test_a_hand_differs_from_the_tray(level: int, named: str | None) -> None:
    """It differs by more than 16 grey levels."""
    plain = np.full((480, 640, 3), 60, np.uint8)
    background = Background()
    background.learn(summary(plain), [])
    plain[100:200, 0:120] = level
    assert background.obstruction(summary(plain)) == named


WIDE = 24  # pixels that the view drifts at most, to each side


def reported(film: list[Image]) -> list[bool]:
    """Return the detector's results for a recording."""
    stillness, held = StillnessDetector(), HandheldCameraDetector()
    return [
        held.is_handheld_after(stillness.process_frame(Frame(image, number * STEP, number)))
        for number, image in enumerate(film)
    ]


def sway(image: Image, k: int, speed: float) -> Image:
    """Return frame `k` of a hand that sways by at most `speed` pixels per frame."""
    dx, dy = WIDE * np.sin(k * speed / WIDE), 0.6 * WIDE * np.cos(0.7 * k * speed / WIDE)
    shift = np.array(((1, 0, dx), (0, 1, dy)), np.float32)
    size = (image.shape[1], image.shape[0])
    return np.asarray(cv2.warpAffine(image, shift, size, borderMode=cv2.BORDER_REFLECT), np.uint8)


@pytest.mark.parametrize("speed", [2.5, 5.0])
def test_a_swaying_view_is_a_camera_that_moves(speed: float) -> None:
    """It is detected within two seconds, and for most of the time."""
    stage = Stage(4)
    stage.show(1)
    seen = reported([sway(stage.film[0].image, k, speed) for k in range(150)])
    assert any(seen[:60])
    assert sum(seen[60:]) > 45


def test_hands_and_rolls_are_no_moving_camera() -> None:
    """An arm comes, stays and goes, and all dice are rolled."""
    stage = Stage(5)
    stage.show(10)
    for reach in (300.0, 520.0):
        stage.show(40, arm(reach))
        stage.roll()
    assert not any(reported([frame.image for frame in stage.film]))


def test_the_eye_reports_a_handheld_camera_and_reads_once_it_is_laid_down() -> None:
    """The camera may be still for a moment as it turns, but the dice count as one roll."""
    stage = Stage(6)
    stage.show(90, lambda image, k: sway(image, k, 5.0))
    stage.show(30)
    watched = play(stage)
    assert "moved camera" in watched.states
    assert watched.states[-1] == "sure"
    assert len(watched.rolls) == 1
