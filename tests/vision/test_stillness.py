"""Which changes end stillness, and which must not."""

from collections.abc import Callable
from copy import deepcopy

import cv2
import numpy as np
import pytest

from tests.vision.stage import drawn_tray
from vision.frame import Frame
from vision.stillness import CELLS_PER_SIDE, FrameSummary, StillnessDetector, to_cells
from vision.virtual.tray import VirtualTray


def watch(picture: Callable[[int], np.ndarray], frames: int = 20) -> list[FrameSummary]:
    """Process a synthetic recording, 30 frames a second."""
    detector = StillnessDetector()
    return [detector.process_frame(Frame(picture(n), n / 30, n)) for n in range(frames)]


@pytest.fixture
def tray() -> VirtualTray:
    """Five dice at rest."""
    return deepcopy(drawn_tray(5))


def shifted(image: np.ndarray, x: float, y: float) -> np.ndarray:
    """Shift a picture by fractions of a pixel."""
    slide = np.array(((1, 0, x), (0, 1, y)), np.float32)
    return cv2.warpAffine(image, slide, (640, 480), borderMode=cv2.BORDER_REPLICATE)


def test_a_resting_tray_is_quiet_from_its_second_frame(tray: VirtualTray) -> None:
    """Sensor noise is not motion: quiet frames count up from the first frame."""
    seen = watch(lambda n: tray.frame(n / 30))
    assert [g.quiet_frames for g in seen] == list(range(20))
    assert {g.quiet_since for g in seen} == {0.0}
    assert seen[3].cell_size == 4.0
    assert seen[3].cells.shape == (120, 160)


def test_a_grainy_picture_in_lamp_light_is_still(tray: VirtualTray) -> None:
    """Coarse noise and coarse JPEG over a dim picture are not motion."""
    dim = (tray.frame(0.0) * 0.4).astype(np.int16)
    rng = np.random.default_rng(1)

    def grainy(_: int) -> np.ndarray:
        noisy = np.clip(dim + rng.normal(0, 10, dim.shape), 0, 255).astype(np.uint8)
        data = cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, 40])[1]
        return cv2.imdecode(data, cv2.IMREAD_COLOR)

    assert watch(grainy)[-1].quiet_frames == 19


def test_a_roll_is_never_quiet_before_its_end(tray: VirtualTray) -> None:
    """Over six rolls, three quiet frames in a row never occur while a die moves."""
    detector, t = StillnessDetector(), 0.0
    for n in range(6):
        tray.roll(keep=tray.boxes[: n % 5])
        tray.frame(t)
        while tray.is_moving(t):
            assert detector.process_frame(Frame(tray.frame(t), t, 0)).quiet_frames < 3
            t += 1 / 30
        for _ in range(8):
            last = detector.process_frame(Frame(tray.frame(t), t, 0))
            t += 1 / 30
        assert last.quiet_frames >= 6


@pytest.mark.parametrize("speed", [0.5, 1.0, 3.0])
def test_a_creeping_die_is_motion(tray: VirtualTray, speed: float) -> None:
    """A die that slides by half a pixel a frame never lets the scene rest for long."""
    still = tray.frame(0.0)
    x1, y1, x2, y2 = (int(v) for v in tray.boxes[0])
    die = still[y1:y2, x1:x2].copy()
    cloth = still[200:260, 300:360]

    def creeping(n: int) -> np.ndarray:
        out = still.copy()
        out[y1:y2, x1:x2] = cv2.resize(cloth, (x2 - x1, y2 - y1))
        return paste_at(out, die, 120 + speed * n, 200)

    def paste_at(out: np.ndarray, die: np.ndarray, x: float, y: float) -> np.ndarray:
        moved = cv2.warpAffine(
            die, np.array(((1, 0, x % 1), (0, 1, 0)), np.float32), (die.shape[1], die.shape[0])
        )
        h, w = die.shape[:2]
        out[int(y) : int(y) + h, int(x) + 1 : int(x) + w - 1] = moved[:, 1:-1]
        return out

    assert max(g.quiet_frames for g in watch(creeping, 60)) <= 7 / speed


def test_a_small_die_that_rolls_over_ends_the_quiet() -> None:
    """A die of 20 pixels that tips over in its place is noticed."""
    cloth = np.full((480, 640, 3), (40, 70, 40), np.uint8)

    def rolling(n: int) -> np.ndarray:
        out = cloth.copy()
        cv2.rectangle(out, (300, 200), (320, 220), (230, 230, 230), -1)
        spots = [(310, 210)] if n < 10 else [(305, 205), (315, 215), (305, 215), (315, 205)]
        for spot in spots:
            cv2.circle(out, spot, 2, (10, 10, 10), -1)
        return out

    assert watch(rolling)[10].quiet_frames == 0


def test_a_cloud_and_a_soft_shadow_are_not_motion(tray: VirtualTray) -> None:
    """Dimming by a fifth in two seconds, or the soft shadow of a hand, leaves the scene quiet."""
    y, x = np.mgrid[0:480, 0:640]

    def shade(n: int) -> np.ndarray:
        spot = 1 - 0.3 * min(n / 20, 1) * np.exp(-((x - 150) ** 2 + (y - 240) ** 2) / 20_000)
        return (tray.frame(0.0) * spot[..., None]).astype(np.uint8)

    assert watch(shade, 30)[-1].quiet_frames == 29
    dimming = watch(lambda n: (tray.frame(0.0) * (1 - n / 300)).astype(np.uint8), 60)
    assert dimming[-1].quiet_frames >= 50


def test_a_trembling_mount_is_not_motion_but_a_swing_is(tray: VirtualTray) -> None:
    """The view may vibrate by almost a pixel; a swing of six pixels per frame is motion."""
    still = tray.frame(0.0)
    rng = np.random.default_rng(0)
    trembling = watch(lambda n: shifted(still, *rng.uniform(-0.4, 0.4, 2)))
    assert trembling[-1].quiet_frames >= 10
    assert all(g.quiet_frames == 0 for g in watch(lambda n: shifted(still, 6.0 * n, 0.0), 8)[1:])


def test_light_switched_off_is_motion_once(tray: VirtualTray) -> None:
    """The frame in which the lamp goes out is motion; the darkness after it is quiet."""
    still = tray.frame(0.0)
    seen = watch(lambda n: still if n < 10 else (still * 0.05).astype(np.uint8))
    assert seen[10].quiet_frames == 0
    assert seen[-1].quiet_frames == 9


def test_motion_at_the_border_is_counted(tray: VirtualTray) -> None:
    """Something that comes in from the left touches the border; a die in the middle does not."""
    still = tray.frame(0.0)

    def come_in(n: int) -> np.ndarray:
        return cv2.rectangle(still.copy(), (0, 100), (20 * n, 200), (150, 190, 235), -1)

    def in_the_middle(n: int) -> np.ndarray:
        return cv2.circle(still.copy(), (200 + 9 * n, 240), 20, (240, 240, 240), -1)

    assert watch(come_in)[1].border_changes >= 3
    assert all(g.border_changes == 0 for g in watch(in_the_middle)[1:])


@pytest.mark.parametrize("shape", [(480, 640), (2224, 1080), (100, 120), (720, 1280), (3, 500)])
def test_any_picture_size_becomes_cells(shape: tuple[int, int]) -> None:
    """The longer side always has CELLS cells."""
    cells, fine = to_cells(np.zeros((*shape, 3), np.uint8))
    assert max(fine.shape) == 2 * CELLS_PER_SIDE
    assert max(cells.shape) == CELLS_PER_SIDE
    assert cells.dtype == np.uint8
