"""What a rest shows beside its dice, and whether a die is as it was."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from tests.vision.stage import arm, die_at
from vision.frame import Frame
from vision.reading import Die
from vision.scene import Scene, patch_same, same_turn
from vision.stillness import Glance, StillnessTest
from vision.virtual.tray import VirtualTray


def glance(image: np.ndarray) -> Glance:
    """Look once at a picture."""
    return StillnessTest().look(Frame(image, 0.0, 0))


@pytest.fixture
def tray() -> VirtualTray:
    """Five dice at rest."""
    return VirtualTray(np.random.default_rng(11))


def read(tray: VirtualTray) -> list[Die]:
    """Read the tray truly."""
    return [die_at(box, face) for box, face in zip(tray.boxes, tray.truth, strict=True)]


def settle(tray: VirtualTray) -> np.ndarray:
    """Play out what moves, and return the picture at rest."""
    tray.frame(0.0)
    return tray.frame(5.0)


@pytest.fixture
def scene(tray: VirtualTray) -> Scene:
    """Remember the tray of the fixture."""
    scene = Scene()
    scene.learn(glance(tray.frame(0.0)), read(tray))
    return scene


def test_an_untouched_die_is_the_same_and_a_thrown_one_is_not(tray: VirtualTray) -> None:
    """Kept dice have the same cells; where thrown dice lay the cells changed."""
    before, dice = glance(tray.frame(0.0)), read(tray)
    tray.throw(keep=tray.boxes[:2])
    after = glance(settle(tray))
    assert [patch_same(before.small, after, die) for die in dice] == [True, True] + [False] * 3


def test_what_lies_beyond_the_picture_is_not_known_to_be_the_same(tray: VirtualTray) -> None:
    """The place of a die in a larger picture: no cell of this one can tell about it."""
    seen = glance(tray.frame(0.0))
    assert not patch_same(seen.small, seen, die_at((900.0, 700.0, 940.0, 740.0), 3))


@pytest.mark.parametrize("seed", range(8))
def test_a_pushed_die_keeps_its_turn(seed: int) -> None:
    """A die slid by its own length is known by its look."""
    tray = VirtualTray(np.random.default_rng(seed))
    before, die = glance(tray.frame(0.0)), read(tray)[0]
    x = 1 if tray.boxes[0][0] < 300 else -1
    tray.push(0, 31.0 * x, 17.0)
    after = glance(settle(tray))
    assert same_turn(before.fine, after, die, read(tray)[0])


def test_thrown_dice_mostly_lie_otherwise() -> None:
    """Of dice thrown with the same face again few look as if they had only slid."""
    tray = VirtualTray(np.random.default_rng(5))
    alike = seen = 0
    before, dice = glance(tray.frame(0.0)), read(tray)
    for _ in range(25):
        tray.throw()
        after, now = glance(settle(tray)), read(tray)
        for old in dice:
            for new in now:
                if old.face == new.face:
                    seen += 1
                    alike += same_turn(before.fine, after, old, new)
        before, dice = after, now
    assert seen > 50
    assert alike < 0.4 * seen


@pytest.mark.parametrize("seed", [31, 43])
def test_an_arm_over_most_of_a_dark_ground_is_no_change_of_light(seed: int) -> None:
    """It pushes the picture's median from the felt to the rim, and is a hand all the same."""
    tray = VirtualTray(np.random.default_rng(seed))
    scene = Scene()
    scene.learn(glance(tray.frame(0.0)), read(tray))
    reaching = glance(arm(420)(tray.frame(1.0), 99))
    assert not scene.shifted(reaching)
    assert scene.trouble(reaching) == "hand"


@pytest.mark.parametrize(("reach", "wide", "top"), [(420, 300, 80), (560, 400, 60)])
def test_arms_over_half_the_picture_are_a_hand_until_they_have_rested(
    scene: Scene, tray: VirtualTray, reach: float, wide: int, top: int
) -> None:
    """They leave another picture altogether, but no slide explains it; if it stays, it is one."""
    reaching = glance(arm(reach, wide, top)(tray.frame(1.0), 99))
    assert not scene.shifted(reaching)
    assert scene.shifted(reaching, rested=True)
    assert scene.trouble(reaching) == "hand"


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
def test_trouble_is_named(
    scene: Scene, tray: VirtualTray, cover: Callable[[np.ndarray], np.ndarray], named: str | None
) -> None:
    """An arm, no light, a lens without sharpness; and no trouble when there is none."""
    assert scene.trouble(glance(cover(tray.frame(0.0)))) == named


def test_white_dice_on_black_felt_are_read() -> None:
    """The ground is as black as a dark room; the dice are not."""
    felt = np.full((480, 640, 3), 16, np.uint8)
    felt[200:240, 300:340] = 215
    assert Scene().trouble(glance(felt)) is None


def test_before_anything_is_known_nothing_is_suspected(tray: VirtualTray) -> None:
    """The very first rest is read, whatever it shows."""
    scene = Scene()
    first = glance(arm(250)(tray.frame(0.0), 99))
    assert scene.trouble(first) is None
    assert not scene.shifted(first)
    assert not scene.hand_beside(first, [])


def test_a_slid_view_is_a_moved_camera_and_thrown_dice_are_not(
    scene: Scene, tray: VirtualTray
) -> None:
    """Sliding everything is found, down to a few pixels; throwing every die is not mistaken."""
    for x, y in ((5, 4), (-30, 12), (80, 0)):
        slide = np.array(((1, 0, x), (0, 1, y)), np.float32)
        view = cv2.warpAffine(tray.frame(0.0), slide, (640, 480), borderMode=cv2.BORDER_REFLECT)
        dice = [
            die_at((d.box[0] + x, d.box[1] + y, d.box[2] + x, d.box[3] + y), int(d.face))
            for d in read(tray)
        ]
        assert scene.shifted(glance(view), dice)
    for _ in range(5):
        tray.throw()
        assert not scene.shifted(glance(settle(tray)), read(tray))


def test_a_hand_among_the_dice_is_found_after_reading(scene: Scene, tray: VirtualTray) -> None:
    """A fingertip too small to stop the reading is found when the dice are known."""
    view = tray.frame(0.0)
    assert not scene.hand_beside(glance(view), read(tray))
    cv2.rectangle(view, (0, 20), (110, 90), (150, 180, 225), -1)
    assert scene.hand_beside(glance(view), read(tray))
